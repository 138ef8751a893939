# A program, which bin/trainyard runs beside prepare.yaml.
print("prepared")

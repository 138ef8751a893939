import paddle
print(paddle.__version__)

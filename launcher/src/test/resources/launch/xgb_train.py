import xgboost
print(xgboost.__version__)

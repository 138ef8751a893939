"""Fetches a data set or a model before training, and takes results away after it."""

VERSION = "0.1.0"

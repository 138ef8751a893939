#!/usr/bin/env python
# coding: utf-8

# # How fast does a small network learn a sine?
#
# Exported from a notebook.

# In[1]:


import csv
import sys

import matplotlib_free as plots
import torch

torch.manual_seed(0)
get_ipython = globals().get("get_ipython")
if get_ipython:
    get_ipython().run_line_magic("matplotlib", "inline")


# ## Data

# In[2]:


x = torch.linspace(-3, 3, 200).unsqueeze(1)
y = torch.sin(x)
x.shape


# ## Training

# In[3]:


net = torch.nn.Sequential(torch.nn.Linear(1, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
history = []
for step in range(101):
    optimizer.zero_grad()
    loss = ((net(x) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
    history.append(loss.item())
    if step % 20 == 0:
        print(step, f"{loss.item():.4f}")


# In[4]:


with open("history.csv", "w", newline="") as file:
    csv.writer(file).writerows([[i, f"{value:.4f}"] for i, value in enumerate(history)])
print(plots.bars(history[::20]))
print("π in the title: “sin” ✓", file=sys.stdout)
history[-1]

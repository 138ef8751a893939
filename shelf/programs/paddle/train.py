"""A linear model by Paddle's data parallelism."""

import paddle
import paddle.distributed as dist

paddle.set_device("cpu")
dist.init_parallel_env()
paddle.seed(1)
model = paddle.DataParallel(paddle.nn.Linear(8, 1))
optimizer = paddle.optimizer.SGD(learning_rate=0.05, parameters=model.parameters())
paddle.seed(100 + dist.get_rank())
for step in range(8):
    x = paddle.randn([16, 8])
    loss = ((model(x) - x.sum(axis=1, keepdim=True)) ** 2).mean()
    loss.backward()
    optimizer.step()
    optimizer.clear_grad()
print(f"rank {dist.get_rank()} of {dist.get_world_size()}: loss {float(loss):.4f}", flush=True)
if dist.get_rank() == 0:
    paddle.save(model.state_dict(), "model.pdparams")

"""Data-parallel training with PaddlePaddle: every process sees data of its own, all end with the same weights.

Started by Paddle's launcher, which joins the nodes and gives each process its rank.
"""

import os
import sys

import paddle
import paddle.distributed as dist

EPOCHS = 10
STEPS = 40
BATCH = 64


def main():
    if not paddle.is_compiled_with_cuda():
        paddle.set_device("cpu")
        os.environ["PADDLE_DISTRI_BACKEND"] = "gloo"
    dist.init_parallel_env()
    rank, size = dist.get_rank(), dist.get_world_size()
    print(f"trainer {rank} of {size}", flush=True)

    paddle.seed(0)  # the same weights everywhere,
    model = paddle.nn.Sequential(paddle.nn.Linear(1, 16), paddle.nn.Tanh(), paddle.nn.Linear(16, 1))
    model = paddle.DataParallel(model)
    paddle.seed(100 + rank)  # but data of its own for each process
    optimizer = paddle.optimizer.Adam(learning_rate=0.02, parameters=model.parameters())
    first = mean = None
    for epoch in range(1, EPOCHS + 1):
        total = 0.0
        for _ in range(STEPS):
            x = paddle.uniform((BATCH, 1), min=-3.14, max=3.14)
            loss = paddle.nn.functional.mse_loss(model(x), paddle.sin(x))
            loss.backward()  # the gradients of all processes are averaged here
            optimizer.step()
            optimizer.clear_grad()
            total += loss.item()
        of_all = paddle.to_tensor([total / STEPS])
        dist.all_reduce(of_all)
        mean = of_all.item() / size
        first = first or mean
        if rank == 0:
            print(f"epoch {epoch}/{EPOCHS} loss {mean:.4f}", flush=True)

    flat = paddle.concat([parameter.flatten() for parameter in model.parameters()])
    everywhere = []
    dist.all_gather(everywhere, flat)
    if len(everywhere) != size or not all(bool(paddle.equal_all(flat, other)) for other in everywhere):
        sys.exit("the processes do not hold the same weights")
    if rank == 0:
        print(f"all {size} trainers hold the same weights, Paddle {paddle.__version__}", flush=True)
    if not mean < first / 2:
        sys.exit(f"the loss is still {mean:.4f}, it was {first:.4f}")


if __name__ == "__main__":
    main()

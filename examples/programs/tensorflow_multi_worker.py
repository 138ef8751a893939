"""Data-parallel training with TensorFlow: every worker sees data of its own, all end with the same weights.

MultiWorkerMirroredStrategy reads TF_CONFIG, in which Trainyard names all workers, and waits until they are all there.
"""

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow as tf

EPOCHS = 10
STEPS = 50
BATCH = 64
RATE = 0.05


def main():
    # First of all: it has to be made before anything is computed.
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    size = strategy.num_replicas_in_sync
    rank = strategy.cluster_resolver.task_id or 0
    print(f"worker {rank} of {size}", flush=True)

    with strategy.scope():

        def variable(shape, scale):
            # The same weights everywhere; what is subtracted from them is the mean over all workers.
            value = tf.random.stateless_normal(shape, seed=(len(shape), shape[0])) * scale
            return tf.Variable(value, aggregation=tf.VariableAggregation.MEAN)

        weights = [variable((1, 16), 1.0), variable((16,), 0.0), variable((16, 1), 0.25)]

    data = tf.random.Generator.from_seed(100 + rank)  # but data of its own for each worker

    def step(x):
        with tf.GradientTape() as tape:
            hidden = tf.tanh(x @ weights[0] + weights[1])
            loss = tf.reduce_mean((hidden @ weights[2] - tf.sin(x)) ** 2)
        for weight, gradient in zip(weights, tape.gradient(loss, weights)):
            weight.assign_sub(RATE * gradient)
        return loss

    @tf.function
    def train(x):
        return strategy.reduce(tf.distribute.ReduceOp.MEAN, strategy.run(step, args=(x,)), axis=None)

    first = mean = None
    for epoch in range(1, EPOCHS + 1):
        losses = []
        for _ in range(STEPS):
            losses.append(float(train(data.uniform((BATCH, 1), -3.14, 3.14))))
        mean = sum(losses) / STEPS
        first = first or mean
        if rank == 0:
            print(f"epoch {epoch}/{EPOCHS} loss {mean:.4f}", flush=True)

    flat = tf.concat([tf.reshape(weight.read_value(), [-1]) for weight in weights], 0)

    @tf.function
    def gather():
        return strategy.run(lambda: tf.distribute.get_replica_context().all_gather(flat[tf.newaxis], axis=0))

    of_all = strategy.experimental_local_results(gather())[0]
    if of_all.shape[0] != size or not bool(tf.reduce_all(of_all == flat)):
        sys.exit("the workers do not hold the same weights")
    if rank == 0:
        print(f"all {size} workers hold the same weights, TensorFlow {tf.__version__}", flush=True)
    if not mean < first / 2:
        sys.exit(f"the loss is still {mean:.4f}, it was {first:.4f}")


if __name__ == "__main__":
    main()

"""Keras on random images by MultiWorkerMirroredStrategy; TF_CONFIG says who else there is."""

import json
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
task = json.loads(os.environ.get("TF_CONFIG", "{}")).get("task", {"type": "worker", "index": 0})
tf.keras.utils.set_random_seed(2)
workers = strategy.num_replicas_in_sync
random = np.random.RandomState(0)
images, labels = random.rand(64, 8, 8).astype("float32"), random.randint(4, size=64)
data = tf.data.Dataset.from_tensor_slices((images, labels)).repeat().batch(16)
options = tf.data.Options()
options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.OFF
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(4)])
    optimizer = tf.keras.optimizers.SGD(0.1)
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
    model.build((None, 8, 8))


@tf.function
def step(batch):
    def replica(images, labels):
        with tf.GradientTape() as tape:
            loss = tf.nn.compute_average_loss(loss_of(labels, model(images)), global_batch_size=16)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss

    return strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(replica, args=batch), axis=None)


batches = iter(strategy.experimental_distribute_dataset(data.with_options(options)))
for number in range(6):
    loss = step(next(batches))
    if task["index"] == 0 and number % 2 == 1:
        print(f"step {number + 1}: workers {workers}, loss {loss.numpy():.4f}", flush=True)

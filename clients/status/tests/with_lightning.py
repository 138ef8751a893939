"""What programs of Lightning may rely on (SSRV-70): real trainings of the real library. Needs PyTorch and Lightning, so it is not found by itself:

python -m unittest discover -s tests -p with_lightning.py
"""

import logging
import os
import sys
import tempfile
import types
import unittest
import unittest.mock
import warnings

import torch

if torch.__version__.startswith("1.") and sys.version_info >= (3, 11):
    # PyTorch 1.13 has modules for sharded tensors that Python 3.11 cannot read. Lightning takes two functions from them, which no test here needs.
    sharded = types.ModuleType("torch.distributed._shard.sharded_tensor")
    sharded.pre_load_state_dict_hook = sharded.state_dict_hook = lambda *arguments, **keywords: None
    sys.modules["torch.distributed._shard"] = types.ModuleType("torch.distributed._shard")
    sys.modules[sharded.__name__] = sharded

import lightning.pytorch
import pytorch_lightning
import test_trainyard_status as double
import trainyard_status

STEPS = 8


def model(library, fails_at=None):
    class Line(library.LightningModule):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(1, 1)

        def training_step(self, batch, index):
            if fails_at is not None and self.trainer.global_step == fails_at:
                raise ValueError("bad shard")
            x, y = batch
            loss = torch.nn.functional.mse_loss(self.layer(x), y)
            self.log("train_loss", loss)
            return loss

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.1)

    torch.manual_seed(1)
    return Line()


def data():
    x = torch.linspace(-1, 1, STEPS * 4).reshape(-1, 1)
    return torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, 3 * x + 1), batch_size=8)


class LightningTest(unittest.TestCase):
    def setUp(self):
        logging.getLogger("lightning.pytorch").setLevel(logging.ERROR)
        logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)
        warnings.simplefilter("ignore")
        self.server = double.Server()
        self.addCleanup(self.server.close)
        environment = unittest.mock.patch.dict(os.environ, {trainyard_status.URL: self.server.url})
        environment.start()
        self.addCleanup(environment.stop)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def trainer(self, library, **arguments):
        return library.Trainer(
            accelerator="cpu",
            devices=1,
            logger=False,
            enable_checkpointing=False,
            enable_progress_bar=False,
            enable_model_summary=False,
            default_root_dir=self.folder,
            callbacks=[trainyard_status.lightning()],
            **arguments,
        )

    def reported(self):
        return double.statuses(self.server.reports)

    def metrics(self, status):
        return {metric["name"]: metric["value"] for metric in status["metrics"]}

    def trains(self, library):
        self.trainer(library, max_epochs=2).fit(model(library), data())
        last = self.reported()[-1]
        metrics = self.metrics(last)
        self.assertEqual((last["progressPercentage"], last["estimatedRemainingSeconds"]), (100, 0))
        self.assertEqual((metrics["current_step"], metrics["total_steps"], metrics["current_epoch"]), (str(STEPS), str(STEPS), "1"))
        self.assertGreater(float(metrics["train_loss"]), 0)
        own = self.server.reports[-1]["trainyard"]
        self.assertEqual((own["rank"], own["worldSize"], own["step"]), (0, 1, STEPS))

    def test_a_training_reports_steps_epoch_and_loss_up_to_its_end(self):
        self.trains(lightning.pytorch)

    def test_the_library_under_its_old_name_does_so_too(self):
        # Who has the old name has not the new one.
        with unittest.mock.patch.dict(sys.modules, {"lightning.pytorch.callbacks": None}):
            self.trains(pytorch_lightning)

    def test_a_training_that_fails_is_not_reported_as_done(self):
        with self.assertRaisesRegex(ValueError, "bad shard"):
            self.trainer(lightning.pytorch, max_epochs=2).fit(model(lightning.pytorch, fails_at=3), data())
        self.assertNotIn(100, [status.get("progressPercentage") for status in self.reported()])
        self.assertEqual(self.server.reports[-1]["trainyard"]["step"], 3)

    def test_a_training_without_an_end_has_no_total(self):
        class Enough(lightning.pytorch.Callback):
            def on_train_batch_end(self, trainer, *rest):
                trainer.should_stop = trainer.global_step >= 5

        trainer = self.trainer(lightning.pytorch, max_epochs=-1)
        trainer.callbacks.append(Enough())
        trainer.fit(model(lightning.pytorch), data())
        self.assertNotIn("total_steps", self.metrics(self.reported()[-1]))


if __name__ == "__main__":
    unittest.main()

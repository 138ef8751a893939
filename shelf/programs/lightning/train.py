"""A LightningModule on random data, with a CSV logger and a checkpoint, on one process or on as many as asked for."""

import argparse

import lightning as L
import torch
from lightning.pytorch.callbacks import ModelCheckpoint
from lightning.pytorch.loggers import CSVLogger
from torch.utils.data import DataLoader, TensorDataset


class Classifier(L.LightningModule):
    def __init__(self, width=8, lr=0.05):
        super().__init__()
        self.save_hyperparameters()
        self.net = torch.nn.Sequential(torch.nn.Linear(10, width), torch.nn.ReLU(), torch.nn.Linear(width, 3))

    def training_step(self, batch, index):
        x, y = batch
        loss = torch.nn.functional.cross_entropy(self.net(x), y)
        self.log("train_loss", loss, on_epoch=True, on_step=False, sync_dist=True)
        return loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=self.hparams.lr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--devices", default=None, type=int)
    parser.add_argument("--max_epochs", default=2, type=int)
    args = parser.parse_args()
    L.seed_everything(4)
    data = TensorDataset(torch.randn(128, 10), torch.randint(3, (128,)))
    chosen = {} if args.devices is None else {"devices": args.devices, "strategy": "ddp"}
    trainer = L.Trainer(
        accelerator="cpu",
        max_epochs=args.max_epochs,
        logger=CSVLogger("logs", name="tiny"),
        callbacks=[ModelCheckpoint("checkpoints", filename="last")],
        enable_progress_bar=False,
        enable_model_summary=False,
        log_every_n_steps=1,
        **chosen,
    )
    trainer.fit(Classifier(), DataLoader(data, batch_size=16, shuffle=True))
    if trainer.is_global_zero:
        print(f"world {trainer.world_size}, steps {trainer.global_step}, loss {trainer.callback_metrics['train_loss'].item():.4f}", flush=True)


if __name__ == "__main__":
    main()

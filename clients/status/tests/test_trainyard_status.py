"""What programs may rely on (SSRV-70, SSRV-75; the wire format SSRV-10, SSRV-66)."""

import http.server
import json
import logging
import os
import pathlib
import sys
import tempfile
import threading
import time
import types
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import trainyard_status

PATH = "/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/bert/status"


class Server:
    """Takes reports, and answers as it is told."""

    def __init__(self):
        self.reports = []
        self.headers = []
        self.connections = set()
        self.code = 200
        self.changed = threading.Condition()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                answer = json.dumps({"message": "no"} if server.code != 200 else {}).encode()
                # First, so that whoever has an answer finds the report.
                with server.changed:
                    server.connections.add(self.client_address)
                    server.headers.append(dict(self.headers, path=self.path))
                    server.reports.append(body)
                    server.changed.notify_all()
                self.send_response(server.code)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *arguments):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}{PATH}"

    def wait(self, wanted, seconds=10):
        end = time.monotonic() + seconds
        with self.changed:
            while not wanted(self.reports):
                if not self.changed.wait(max(0.0, end - time.monotonic())) and time.monotonic() >= end:
                    raise AssertionError(f"not seen: {self.reports}")
            return list(self.reports)

    def close(self):
        self.http.shutdown()
        self.http.server_close()


def statuses(reports):
    return [report["trainerStatus"] for report in reports if "trainerStatus" in report]


class ReporterTest(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def reporter(self, **arguments):
        environment = {trainyard_status.URL: self.server.url, **arguments.pop("environment", {})}
        reporter = trainyard_status.Reporter(environment=environment, **arguments)
        self.addCleanup(reporter.close)
        return reporter

    def test_progress_metrics_and_the_end_arrive_in_the_wire_format(self):
        with self.reporter(total_steps=4) as reporter:
            reporter.step(1, loss=0.5)
            self.server.wait(lambda seen: statuses(seen))
        last = statuses(self.server.reports)[-1]
        self.assertEqual(last["progressPercentage"], 100)
        self.assertEqual(last["estimatedRemainingSeconds"], 0)
        self.assertIn({"name": "loss", "value": "0.5"}, last["metrics"])
        self.assertRegex(last["lastUpdatedTime"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(self.server.headers[-1]["path"], PATH)

    def test_every_process_says_who_it_is_and_only_the_first_reports_progress(self):
        reporter = self.reporter(total_steps=4, environment={"RANK": "3", "WORLD_SIZE": "4", "LOCAL_WORLD_SIZE": "2", "GROUP_RANK": "1"})
        reporter.step(1, loss=0.5)
        reporter.close()
        self.assertEqual(statuses(self.server.reports), [])
        own = self.server.reports[-1]["trainyard"]
        self.assertEqual((own["rank"], own["node"], own["worldSize"], own["localWorldSize"], own["step"]), (3, 1, 4, 2, 1))

    def test_processes_that_found_nobody_say_so_and_only_that_of_the_first_node_reports(self):
        reporter = self.reporter(total_steps=4, world_size=1, environment={"JOB_COMPLETION_INDEX": "2", "RANK": "2"})
        reporter.step(1, loss=0.5)
        reporter.close()
        own = self.server.reports[-1]["trainyard"]
        self.assertEqual((own["rank"], own["worldSize"], own["node"]), (0, 1, 2))
        self.assertEqual(statuses(self.server.reports), [])

    def test_a_group_that_torch_has_formed_counts_more_than_variables(self):
        torch = types.SimpleNamespace(is_available=lambda: True, is_initialized=lambda: True, get_rank=lambda: 1, get_world_size=lambda: 2)
        sys.modules["torch.distributed"] = torch
        self.addCleanup(sys.modules.pop, "torch.distributed")
        self.reporter(environment={"RANK": "3", "WORLD_SIZE": "4"}).close()
        own = self.server.reports[-1]["trainyard"]
        self.assertEqual((own["rank"], own["worldSize"]), (1, 2))

    def test_reports_share_a_connection(self):
        reporter = self.reporter(total_steps=10)
        for step in range(1, 4):
            reporter.report(step, metrics={"loss": 1}, urgent=True)
            self.server.wait(lambda seen: len(statuses(seen)) >= step)
        self.assertEqual(len(self.server.connections), 1)

    def test_the_token_is_read_anew_for_each_report(self):
        with tempfile.TemporaryDirectory() as folder:
            token = pathlib.Path(folder, "token")
            token.write_text("first\n")
            reporter = self.reporter(environment={trainyard_status.TOKEN: str(token)})
            reporter.report(1, urgent=True)
            self.server.wait(lambda seen: len(statuses(seen)) == 1)
            token.write_text("second\n")
            reporter.report(2, urgent=True)
            self.server.wait(lambda seen: len(statuses(seen)) == 2)
            reporter.close()
        sent = [headers["Authorization"] for headers in self.server.headers]
        self.assertEqual((sent[0], sent[-1]), ("Bearer first", "Bearer second"))

    def test_values_are_cut_to_what_the_server_takes(self):
        reporter = self.reporter()
        reporter.report(250, -5, {**{f"m{i}": 1 for i in range(300)}, "x" * 100: 0.1}, urgent=True)
        status = statuses(self.server.wait(lambda seen: statuses(seen)))[0]
        self.assertEqual((status["progressPercentage"], status["estimatedRemainingSeconds"], len(status["metrics"])), (100, 0, 256))

    def test_a_refusal_is_told_once_and_harms_nobody(self):
        self.server.code = 403
        with self.assertLogs("trainyard_status", logging.WARNING) as logs:
            reporter = self.reporter()
            for step in range(1, 4):
                reporter.report(step, urgent=True)
                self.server.wait(lambda seen: len(statuses(seen)) >= step)
            reporter.close()
        self.assertEqual([record.getMessage() for record in logs.records], ["progress is not reported: 403 no"])

    def test_a_server_that_is_not_there_harms_nobody(self):
        self.server.close()
        with self.assertLogs("trainyard_status", logging.WARNING):
            with self.reporter(total_steps=1) as reporter:
                reporter.step(1, loss=1)

    def test_where_nobody_listens_nothing_happens(self):
        with trainyard_status.Reporter(total_steps=1, environment={}) as reporter:
            reporter.step(1, loss=object())
        self.assertFalse(reporter.enabled)
        self.assertEqual(self.server.reports, [])


class CallbackTest(unittest.TestCase):
    """With stand-ins for the libraries, as far as the callbacks use them."""

    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)
        os.environ[trainyard_status.URL] = self.server.url
        self.addCleanup(os.environ.pop, trainyard_status.URL)

    def module(self, name, **content):
        made = types.ModuleType(name)
        made.__dict__.update(content)
        sys.modules[name] = made
        self.addCleanup(sys.modules.pop, name)

    def test_hugging_face(self):
        self.module("transformers", TrainerCallback=type("TrainerCallback", (), {}))
        callback = trainyard_status.hugging_face()
        arguments = types.SimpleNamespace(process_index=0, world_size=2)
        state = types.SimpleNamespace(max_steps=2, global_step=0, epoch=0.5)
        callback.on_train_begin(arguments, state, None)
        callback.on_log(arguments, state, None, logs={"loss": 0.25, "note": "x"})
        for step in (1, 2):
            state.global_step = step
            callback.on_step_end(arguments, state, None)
        callback.on_train_end(arguments, state, None)
        last = statuses(self.server.reports)[-1]
        self.assertEqual(last["progressPercentage"], 100)
        self.assertIn({"name": "loss", "value": "0.25"}, last["metrics"])
        self.assertEqual(self.server.reports[-1]["trainyard"]["worldSize"], 2)

    def test_lightning(self):
        self.module("lightning")
        self.module("lightning.pytorch")
        self.module("lightning.pytorch.callbacks", Callback=type("Callback", (), {}))
        callback = trainyard_status.lightning()
        trainer = types.SimpleNamespace(
            estimated_stepping_batches=2, global_rank=0, world_size=1, global_step=0, current_epoch=0, callback_metrics={"loss": 0.25}
        )
        callback.on_train_start(trainer, None)
        for step in (1, 2):
            trainer.global_step = step
            callback.on_train_batch_end(trainer, None, None, None, step)
        callback.on_train_end(trainer, None)
        last = statuses(self.server.reports)[-1]
        self.assertEqual(last["progressPercentage"], 100)
        self.assertIn({"name": "loss", "value": "0.25"}, last["metrics"])


if __name__ == "__main__":
    unittest.main()

"""Arguments of `display`, the magic, and the `display` of the SDK, in a real IPython shell with a real service."""

import contextlib
import io
import json
import unittest
from unittest.mock import patch

import comet_ml
from IPython.core.interactiveshell import InteractiveShell

import tracklens
from tracklens import calls
from tracklens.endpoints import Endpoint
from tracklens.view_schema import tab_ids, view_mime_type

SAVE_VIEW = Endpoint("POST", "/api/rest/v2/write/project/named-view")

NAME = "lr=0.3 width=64 batch=32"


class Shown(unittest.TestCase):
    """Runs the code of a test as a notebook does, and collects the payloads of its outputs."""

    def setUp(self) -> None:
        self.payloads: list[dict] = []
        for name, replacement in (
            ("in_kernel", lambda: True),
            ("_publish", lambda bundle, clear, wait: self.payloads.append(bundle[view_mime_type])),
        ):
            patcher = patch.object(calls, name, replacement)
            patcher.start()
            self.addCleanup(patcher.stop)
        self.experiments = tracklens.experiments("demo", "digits")
        self.keys = [one.key for one in self.experiments]


class Arguments(Shown):
    def test_each_reference_shows_its_experiment(self) -> None:
        one = tracklens.experiment(NAME)
        api = comet_ml.APIExperiment(previous_experiment=one.key)
        references = (one.key, f"demo/digits/{one.key}", f"demo/digits/{NAME}", NAME, one.url, one, api)
        for reference in references:
            tracklens.display(reference, tab="charts")
        one.display("charts")
        tracklens.connect().display(NAME, "charts")
        target = {"kind": "experiment", "experimentKey": one.key, "tab": "charts"}
        self.assertEqual([payload["target"] for payload in self.payloads], [target] * (len(references) + 2))

    def test_live_experiments_of_the_sdk_are_shown(self) -> None:
        config = comet_ml.ExperimentConfig(log_code=False, auto_output_logging=False, log_env_details=False)
        live = comet_ml.start(workspace="demo", project_name="live", mode="create", experiment_config=config)
        tracklens.display(live)
        live.end()
        again = comet_ml.ExistingExperiment(previous_experiment=live.get_key(), log_code=False, auto_output_logging=False)
        tracklens.display(again)
        again.end()
        self.assertEqual([payload["target"]["experimentKey"] for payload in self.payloads], [live.get_key()] * 2)

    def test_several_experiments_are_overlaid_in_their_project(self) -> None:
        api = comet_ml.APIExperiment(previous_experiment=self.keys[2])
        tracklens.display([self.keys[0], self.experiments[1], api, self.experiments[0]], metrics="val_loss", height=300)
        self.experiments[:2].display()
        first, second = self.payloads
        self.assertEqual(first["target"], {"kind": "project", "workspace": "demo", "projectName": "digits"})
        self.assertEqual(first["state"], {"version": 1, "selection": self.keys[:3], "charts": {"metrics": ["val_loss"]}})
        self.assertEqual((first["height"], second["state"]["selection"]), (300, self.keys[:2]))
        self.assertEqual(list(first["snapshot"]["chart"][self.keys[0]]["metrics"][0])[0], "metricName")

    def test_metrics_and_a_named_view_arrange_the_charts(self) -> None:
        body = {"workspaceName": "demo", "projectName": "digits", "viewName": "smooth"}
        charts = {"palette": "okabe-ito", "metrics": ["train_loss"], "hidden": [self.keys[0]]}
        saved = tracklens.connect()._service.post(SAVE_VIEW, "the view", {**body, "state": {"version": 1, "charts": charts}})
        for view in ("smooth", saved["viewId"]):
            tracklens.display(self.keys[0], view=view, metrics=["val_loss", "train_loss"])
            tracklens.display(self.keys[:2], view=view)
        one, several = self.payloads[0], self.payloads[1]
        self.assertEqual(one["state"]["charts"], {"palette": "okabe-ito", "metrics": ["val_loss", "train_loss"]})
        self.assertEqual(several["state"]["charts"], charts)
        self.assertEqual(several["target"]["viewId"], saved["viewId"])
        self.assertEqual(self.payloads[2]["state"], one["state"])

    def test_options_of_charts_arrange_them_in_every_call(self) -> None:
        one, several = self.experiments[0], self.experiments[:2]
        options = tracklens.ChartOptions(log_y=True, smoothing=0.5, group_by="lr", colors={one: "#d00000"})
        charts = {
            "yScale": "log",
            "smoothing": {"method": "ema", "amount": 0.5},
            "group": {"by": "parameter:lr", "center": "mean", "band": "std", "members": False},
            "colors": {one.key: "#d00000"},
        }
        one.display(charts=options)
        several.display(charts=options)
        tracklens.display_project("demo", "digits", metrics="val_loss", charts=options)
        tracklens.connect().display(several, charts=options)
        tracklens.connect().display_project("demo", "digits", charts=options)
        shown = [payload["state"]["charts"] for payload in self.payloads]
        self.assertEqual(shown, [charts, charts, {**charts, "metrics": ["val_loss"]}, charts, charts])
        self.assertIn("chart", self.payloads[2]["snapshot"])

    def test_a_project_is_shown_by_each_of_its_names(self) -> None:
        project = next(one for one in tracklens.projects("demo") if one.name == "digits")
        for given in (("demo", "digits"), ("demo/digits",), (project,), (self.experiments[0],)):
            tracklens.display_project(*given, height=400)
        tracklens.connect().display_project("demo", "digits")
        target = {"kind": "project", "workspace": "demo", "projectName": "digits"}
        self.assertEqual([payload["target"] for payload in self.payloads], [target] * 5)
        self.assertEqual([payload.get("height") for payload in self.payloads], [400] * 4 + [None])

    def test_a_wrong_argument_is_one_sentence_with_what_to_write(self) -> None:
        key, other = self.keys[0], comet_ml.APIExperiment(workspace="demo", project_name="other").key
        for options, words in (
            ({"new": 5}, "new is 5. Write 0"),
            ({"clear": "x"}, "clear is 'x'. Write clear=True or clear=False."),
            ({"wait": None}, "wait is None. Write wait=True"),
            ({"height": 3}, "height is 3. Write a whole number of pixels from 100 to 5000."),
            ({"height": True}, "height is True"),
            ({"metrics": 5}, "5 are no names of metrics. Write metrics="),
            ({"metrics": [""]}, "are no names of metrics"),
            ({"tab": "chats"}, "There is no tab 'chats'. Did you mean 'charts'?"),
            ({"tab": 5}, "There is no tab 5. The tabs are artifacts"),
            ({"view": "none"}, "has no view 'none'. Its views are"),
            ({"view": 5}, "5 is not the id or the name of a named view"),
        ):
            with self.assertRaises(tracklens.TracklensError, msg=str(options)) as caught:
                tracklens.display(key, **options)
            self.assertIn(words, str(caught.exception))
        for given, words in (
            ([key, other], "belong to several projects: demo/digits and demo/other"),
            ([], "The list has no experiment"),
            ([5], "5 is not an experiment. Give its key"),
            (self.experiments[:2], "A tab belongs to one experiment"),
        ):
            with self.assertRaises(tracklens.TracklensError) as caught:
                tracklens.display(given, **({"tab": "text"} if "tab" in words else {}))
            self.assertIn(words, str(caught.exception))
        self.assertEqual(self.payloads, [])


class Shell(Shown):
    """The magic and the SDK in a shell of IPython."""

    def setUp(self) -> None:
        super().setUp()
        self.shell = InteractiveShell.instance()
        self.run_line("%load_ext tracklens")
        self.addCleanup(self.shell.run_line_magic, "unload_ext", "tracklens")

    def run_line(self, line: str) -> object:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            ended = self.shell.run_cell(line)
        self.printed = printed.getvalue()
        ended.raise_error()
        return ended.result

    def test_the_magic_displays_and_lists(self) -> None:
        self.run_line(f"%tracklens display {self.keys[0]} --tab text --height 200")
        self.run_line(f"%tracklens display {self.keys[0]} 'demo/digits/{NAME}' --metrics val_loss,train_loss")
        self.run_line("%tracklens project demo digits")
        one, several, project = self.payloads
        self.assertEqual((one["target"]["tab"], one["height"]), ("text", 200))
        self.assertEqual(several["state"]["charts"], {"metrics": ["val_loss", "train_loss"]})
        self.assertEqual(len(several["state"]["selection"]), 2)
        self.assertEqual(project["target"]["kind"], "project")
        self.assertEqual(self.run_line("%tracklens experiments demo digits"), self.experiments)
        self.assertEqual(len(self.run_line('%tracklens query demo "digits" Tag("too-fast")')), 1)
        self.assertIn("demo", self.run_line("%tracklens workspaces"))

    def test_help_is_one_word_away_and_a_mistake_says_the_usage(self) -> None:
        for line in ("%tracklens", "%tracklens help"):
            self.run_line(line)
            self.assertIn("%tracklens query WORKSPACE PROJECT QUERY", self.printed)
        for line, words in (
            ("%tracklens nothing", "invalid choice: 'nothing'"),
            ("%tracklens query demo", "needs a workspace, a project and a query"),
            ("%tracklens display 'x", "A quote is not closed"),
            ("%tracklens display x --height tall", "invalid int value: 'tall'"),
        ):
            with self.assertRaises(tracklens.TracklensError) as caught:
                self.run_line(line)
            self.assertIn(words, str(caught.exception))

    def test_the_tab_key_completes_verbs_options_and_tabs(self) -> None:
        for line, expected in (
            ("%tracklens pro", ["project", "projects"]),
            ("%tracklens display x --t", ["--tab"]),
            ("%tracklens display x --tab conf", ["confusion-matrices"]),
            ("%tracklens display x --tab ", sorted(tab_ids)),
        ):
            self.assertEqual(sorted(self.shell.complete("", line, len(line))[1]), expected, line)

    def test_the_sdk_draws_views_until_the_extension_is_unloaded(self) -> None:
        api = comet_ml.APIExperiment(previous_experiment=self.keys[0])
        original = tracklens.sdk_display._originals["display"]
        self.assertIsNone(api.display(tab="metrics"))
        api.display_project()
        self.assertEqual([payload["target"].get("tab") for payload in self.payloads], ["metrics", None])
        self.assertEqual(self.payloads[1]["target"]["projectName"], "digits")
        self.run_line("%unload_ext tracklens")
        self.assertIs(comet_ml.APIExperiment.display, original)
        self.assertNotIn("tracklens", self.shell.magics_manager.magics["line"])
        self.run_line("%load_ext tracklens")

    def test_a_view_is_shown_once_in_its_cell_and_again_in_a_later_one(self) -> None:
        with patch("IPython.display.publish_display_data") as published:
            self.shell.run_cell(f"import tracklens\nview = tracklens.display({self.keys[0]!r})\nview", store_history=True)
            self.assertEqual((len(self.payloads), published.call_count), (1, 0))
            self.shell.run_cell("view", store_history=True)
            self.assertEqual((len(self.payloads), published.call_count), (1, 1))
        view = self.shell.user_ns["view"]
        self.assertEqual(view._repr_mimebundle_()[view_mime_type], self.payloads[0])
        self.assertEqual(json.loads(json.dumps(view._repr_mimebundle_())), view._repr_mimebundle_())


if __name__ == "__main__":
    unittest.main()

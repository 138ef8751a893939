// Command rules reads a file of Prometheus rules, or one expression per line, and prints as JSON which series each expression
// selects: the metric and the names of its labels. It ends with 1 when Prometheus would refuse something.
//
//	rules rules FILE
//	rules expressions FILE
package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

type selection struct {
	Rule       string   `json:"rule"`
	Expression string   `json:"expression"`
	Metric     string   `json:"metric"`
	Labels     []string `json:"labels"`
}

func main() {
	if len(os.Args) != 3 {
		fail("usage: rules rules|expressions FILE")
	}
	content, err := os.ReadFile(os.Args[2])
	if err != nil {
		fail(err.Error())
	}
	language := parser.NewParser(parser.Options{})
	selections := []selection{}
	switch os.Args[1] {
	case "rules":
		groups, problems := rulefmt.Parse(content, false, model.UTF8Validation, language, slog.Default())
		for _, problem := range problems {
			fmt.Fprintln(os.Stderr, problem)
		}
		if len(problems) > 0 {
			os.Exit(1)
		}
		for _, group := range groups.Groups {
			for _, rule := range group.Rules {
				selections = append(selections, selected(language, rule.Alert+rule.Record, rule.Expr)...)
			}
		}
	case "expressions":
		for _, line := range strings.Split(strings.TrimSpace(string(content)), "\n") {
			selections = append(selections, selected(language, "", line)...)
		}
	default:
		fail("usage: rules rules|expressions FILE")
	}
	if err := json.NewEncoder(os.Stdout).Encode(selections); err != nil {
		fail(err.Error())
	}
}

func selected(language parser.Parser, rule, text string) []selection {
	expression, err := language.ParseExpr(text)
	if err != nil {
		fail(fmt.Sprintf("%s: %v", text, err))
	}
	selections := []selection{}
	parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
		if vector, ok := node.(*parser.VectorSelector); ok {
			labels := []string{}
			for _, matcher := range vector.LabelMatchers {
				if matcher.Name != model.MetricNameLabel {
					labels = append(labels, matcher.Name)
				}
			}
			selections = append(selections, selection{rule, text, vector.Name, labels})
		}
		if aggregate, ok := node.(*parser.AggregateExpr); ok {
			selections = append(selections, selection{rule, text, "", append([]string{}, aggregate.Grouping...)})
		}
		return nil
	})
	return selections
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}

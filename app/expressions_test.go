package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

// boundedFirst are the files whose expressions may count over more than their own length, and why.
var boundedFirst = map[string]string{
	"../handlers/guide/markdown/markdown.go": "reads the guide when it is generated",
	"../models/exchange/table_read.go":       "a cell has at most 64 KiB, and the expression counts before its endless part",
}

// An expression costs its length for each byte that it reads, and a counted repetition is as long as
// it is written out. One that begins at the start of the text and has an end reads no more of it than
// it is long.
func TestNoExpressionCountsOverAllThatAStrangerSends(t *testing.T) {
	found := 0
	for _, folder := range []string{"../handlers", "../models"} { // those of app read the configuration
		err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			for _, text := range expressionsIn(t, name) {
				found++
				expression, err := syntax.Parse(text, syntax.Perl)
				if err != nil {
					t.Errorf("%s: %s: %v", name, text, err)
					continue
				}
				counts, endless := repetitions(expression)
				begins := expression.Op == syntax.OpConcat && expression.Sub[0].Op == syntax.OpBeginText
				if counts && (endless || !begins) && boundedFirst[filepath.ToSlash(name)] == "" {
					t.Errorf("%s: %s counts over all of its text", name, text)
				}
			}
			return nil
		})
		modelstest.Must(t, err)
	}
	modelstest.Want(t, found >= 10, true, found, "expressions")
}

// expressionsIn returns the regular expressions of a file. What is no literal in them is left out.
func expressionsIn(t *testing.T, name string) (texts []string) {
	t.Helper()
	file := modelstest.Got(parser.ParseFile(token.NewFileSet(), name, nil, 0))(t)
	ast.Inspect(file, func(node ast.Node) bool {
		call, is := node.(*ast.CallExpr)
		if !is || len(call.Args) != 1 {
			return true
		}
		of, is := call.Fun.(*ast.SelectorExpr)
		if !is || !slices.Contains([]string{"Compile", "MustCompile", "Pattern"}, of.Sel.Name) {
			return true
		}
		var text strings.Builder
		ast.Inspect(call.Args[0], func(node ast.Node) bool {
			if literal, is := node.(*ast.BasicLit); is && literal.Kind == token.STRING {
				part, _ := strconv.Unquote(literal.Value)
				text.WriteString(part)
			}
			return true
		})
		texts = append(texts, text.String())
		return true
	})
	return texts
}

// repetitions reports whether an expression has a counted repetition, and whether it has one
// without an end.
func repetitions(expression *syntax.Regexp) (counts, endless bool) {
	switch expression.Op {
	case syntax.OpStar, syntax.OpPlus:
		endless = true
	case syntax.OpRepeat:
		counts, endless = true, expression.Max < 0
	}
	for _, part := range expression.Sub {
		counted, unending := repetitions(part)
		counts, endless = counts || counted, endless || unending
	}
	return counts, endless
}

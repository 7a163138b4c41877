package app

import (
	"fmt"
	"os"
	"strings"
)

// LoadEnvFile sets the variables of the file that --env-file names in the arguments, unless the environment has
// them. It must run before the arguments are parsed, as flags take their defaults from variables.
func LoadEnvFile(args []string) error {
	path := envFileOf(args)
	if path == "" {
		return nil
	}

	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("--env-file: %w", err)
	}
	variables, err := parseEnvFile(string(text))
	if err != nil {
		return fmt.Errorf("--env-file: %s: %w", path, err)
	}
	for _, v := range variables {
		if _, set := os.LookupEnv(v.name); set {
			continue
		}
		if err := os.Setenv(v.name, v.value); err != nil {
			return fmt.Errorf("--env-file: %s: %w", path, err)
		}
	}
	return nil
}

// envFileOf returns the value of --env-file, the last one if there are several.
func envFileOf(args []string) (path string) {
	for i, arg := range args {
		switch value, is := strings.CutPrefix(arg, "--env-file="); {
		case arg == "--":
			return path
		case is:
			path = value
		case arg == "--env-file" && i+1 < len(args):
			path = args[i+1]
		}
	}
	return path
}

type variable struct{ name, value string }

// parseEnvFile reads a file as systemd reads an EnvironmentFile: a variable a line, comments after # or ; at the
// beginning of a line, quotes around a value or a part of it, and nothing that a shell would expand.
func parseEnvFile(text string) (all []variable, err error) {
	for number := 1; text != ""; number++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		for strings.HasSuffix(line, `\`) && text != "" { // goes on in the next line
			var next string
			next, text, _ = strings.Cut(text, "\n")
			line = strings.TrimSuffix(line, `\`) + strings.TrimSpace(next)
			number++
		}

		name, value, found := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		name = strings.TrimSpace(name)
		if !found || name == "" || strings.ContainsAny(name, " \t\"'") {
			return nil, fmt.Errorf("line %d is not of the form NAME=VALUE", number)
		}
		if value, err = unquote(strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		all = append(all, variable{name, value})
	}
	return all, nil
}

// unquote removes quotes and backslashes from a value.
func unquote(text string) (string, error) {
	var value strings.Builder
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && quote != '\'' && i+1 < len(text):
			i++
			if quote == '"' && !strings.ContainsRune("\"\\`$", rune(text[i])) {
				value.WriteByte('\\')
			}
			value.WriteByte(text[i])
		default:
			value.WriteByte(c)
		}
	}
	if quote != 0 {
		return "", fmt.Errorf("the quote %c is not closed", quote)
	}
	return value.String(), nil
}

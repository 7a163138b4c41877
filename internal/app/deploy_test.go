package app

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// The image sets the data folder and the address, and podman takes values as they are: its file of settings
// changes neither, and has no quotes.
func TestContainerEnv(t *testing.T) {
	image := deployed(t, "Containerfile")
	for _, setting := range []string{"MERROIR_DATA_DIR=/data", "MERROIR_ADDR=:8080"} {
		if !strings.Contains(image, setting) {
			t.Errorf("the image does not set %s", setting)
		}
	}

	text := deployed(t, "container.env")
	known := settingNames()
	for line := range strings.Lines(text) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "#")
		name, value, assigned := strings.Cut(line, "=")
		if !assigned || !strings.HasPrefix(line, "MERROIR_") {
			continue
		}
		if !slices.Contains(known, name) {
			t.Errorf("%s is not a setting", name)
		}
		if name == "MERROIR_DATA_DIR" || name == "MERROIR_ADDR" {
			t.Errorf("%s is set by the image", name)
		}
		if strings.ContainsAny(value, `"'`) {
			t.Errorf("%s has quotes, which podman keeps", name)
		}
	}

	for line := range strings.Lines(deployedDocs(t)) {
		if strings.HasPrefix(line, "podman run") && !strings.Contains(line, "--env-file container.env") {
			t.Errorf("without the settings: %s", line)
		}
	}
}

// The group and the folder of backups are the same in the unit, its settings and the steps of an installation.
func TestServiceUnit_BackupFolder(t *testing.T) {
	const group, folder = "merroir-backup", "/srv/backup/merroir"
	for file, words := range map[string][]string{
		"merroir.service":            {"\nSupplementaryGroups=" + group + "\n", "\nReadWritePaths=-" + folder + "\n"},
		"merroir-litestream.service": {"\nSupplementaryGroups=" + group + "\n"},
		"merroir.env":                {"\nMERROIR_BACKUP_DIR=" + folder + "\n"},
	} {
		text := deployed(t, file)
		for _, w := range words {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %q", file, w)
			}
		}
	}

	docs := deployedDocs(t)
	for _, command := range []string{"groupadd --system " + group, "install -d -m 2770 -g " + group + " " + folder} {
		if !strings.Contains(docs, command) {
			t.Errorf("docs/operations.md lacks %q", command)
		}
	}
}

func deployed(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../deploy/" + name)
	must(t, err)
	return string(text)
}

func deployedDocs(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/operations.md")
	must(t, err)
	return string(text)
}

//go:build linux

// Command drill takes away what the program stands on, while people record, and
// tells what became of what was acknowledged: the power of its disk, room on it, its
// speed, the right to write to a folder, the handles of files, and one after the other
// the parts of a cluster: the leader of the database, a copy, the proxy, the S3 server.
// Two more take nothing away: one gives the program little memory, and one lets people
// work for an hour and watches what it takes.
//
//	make drill                          # all of it, after the drills of the tests
//	go run ./drill -only power -cuts 3  # one alone: power, full, slow, folder, handles, s3, dns, smtp, mirror, restore, small, cluster, upgrade, routing, pooler or soak
//
// It mounts file systems and lowers limits of another process, so it runs on Linux
// and as root; mkfs.xfs (or mkfs.ext4, -fs ext4) makes the disk that is cut, strace
// slows syncs down, and the cluster is made of PostgreSQL, patroni, etcd and haproxy as
// they are installed, and of s3/, a module of its own. The program is the real one in
// processes of its own (server.go), the disks are made for the drill alone (disk.go),
// and people.go records through the HTTP API. docs/operations.md keeps figures. A drill
// that finds anything lost, or an answer without words, ends with an error.
package main

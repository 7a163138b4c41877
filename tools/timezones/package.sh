#!/usr/bin/env bash
# Downloads the Debian package that package.txt names into a folder, checks it, and prints the folder
# of its time zones. Runs on Debian, Ubuntu or in their containers: tools/timezones/package.sh FOLDER
set -euo pipefail

folder=$(cd "$1" && pwd)
read -r name version sum <"$(dirname "$0")/package.txt"

(cd "$folder" && apt-get download "$name=$version" >&2)
deb=$(echo "$folder/$name"_*.deb)
echo "$sum  $deb" | sha256sum --check --quiet >&2
dpkg-deb --extract "$deb" "$folder/unpacked"
echo "$folder/unpacked/usr/share/zoneinfo"

#!/usr/bin/env bash
# Installs the Debian packages that the browser, PDF, spreadsheet, store and queue tests use, where they are missing.
set -euo pipefail
declare -A needed=(
  [chromium]=/usr/bin/chromium
  [fonts-noto-cjk]=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
  [poppler-utils]=/usr/bin/pdftotext
  [libxml2-utils]=/usr/bin/xmllint
  [libreoffice-calc-nogui]=/usr/bin/soffice
  [radosgw]=/usr/bin/radosgw
  [ceph-mon]=/usr/bin/ceph-mon
  [ceph-osd]=/usr/bin/ceph-osd
  [ceph-common]=/usr/bin/ceph
  [redis-server]=/usr/bin/redis-server
)
missing=()
for package in "${!needed[@]}"; do [ -e "${needed[$package]}" ] || missing+=("$package"); done
if [ ${#missing[@]} -eq 0 ]; then echo 'all there'; exit 0; fi
echo "installing: ${missing[*]}"
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null

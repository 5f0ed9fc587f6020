#!/bin/bash
# Succeeds if the program at this port of the container is ready. Starting Node for each check takes some 30 ms of CPU.
exec 3<> "/dev/tcp/127.0.0.1/$1" || exit 1
printf 'GET /readyz HTTP/1.0\r\n\r\n' >&3
read -r _ status _ <&3 && [ "$status" = 200 ]

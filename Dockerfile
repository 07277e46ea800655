# The local stack in a container, for a merchant's own tests: see shared/contract/testing.md, "In your CI".
# The stack listens on the loopback only, so run it in the host's network:
#   docker build -t payments-local . && docker run --rm --init --network host payments-local
FROM node:24.21.0-bookworm-slim

WORKDIR /service
ENV STATE_DIR=/data
RUN mkdir /data && chown 1000:1000 /data /service
USER 1000

COPY --chown=1000:1000 package.json package-lock.json ./
COPY --chown=1000:1000 shared/client/package.json shared/client/package.json
# Not npm ci: the lock file has the binaries of Linux only, and npm ci wants those of all systems.
RUN npm install --no-audit --no-fund

COPY --chown=1000:1000 . .
EXPOSE 8787
# Ready once this file is there: it has the address and the keys.
HEALTHCHECK --interval=2s --start-period=60s CMD ["test", "-f", "/data/demo.json"]
CMD ["npm", "start"]

# syntax=docker/dockerfile:1

# The compiler and the tests' libraries stay in this stage.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build
# No install script of any package runs, here or below. Only the built-in Postgres has one: it makes links between
# libraries, which the app makes itself. Asking for the programs once does that, and proves that they run on this system.
RUN npm prune --omit=dev --ignore-scripts \
 && node -e "import('./dist/src/database/postgres-binaries.js').then(async m => m.postgresBinaries(await m.postgresPackage(), '/tmp'))"

FROM node:22-bookworm-slim
# git does the work; bubblewrap and socat wall in agents and checks (the container needs user namespaces, see docs/operating.md);
# tini reaps what is left behind and passes signals on.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends bubblewrap ca-certificates git socat tini \
 && rm -rf /var/lib/apt/lists/*
# Postgres refuses root and wants a named user; the app needs no more than that either.
RUN useradd --system --uid 10001 --create-home ultraloop \
 && install -d -o ultraloop -g ultraloop -m 0700 /data
WORKDIR /app
COPY --from=build /app/package.json /app/app.yml /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist/src ./dist/src
COPY --from=build /app/presets ./presets
COPY --from=build /app/prompts ./prompts
COPY --from=build /app/schema ./schema
USER ultraloop
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ULTRALOOP_DATA=/data
# Database, mirrors, worktrees and the files of runs. One container at a time on one volume; more than one: DATABASE_URL.
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The app ends within ten seconds, the database with it: docker stop --time 20. What was cut resumes at the next start.
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/src/cli.js", "start"]

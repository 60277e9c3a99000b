FROM node:24-bookworm-slim AS builder
WORKDIR /app
COPY package.json package-lock.json ./
COPY console/package.json console/
COPY scripts/build/package.json scripts/build/
COPY scripts/tools/package.json scripts/tools/
COPY scripts/no-package scripts/no-package
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN node scripts/setup.mjs --console --service --site

FROM node:24-bookworm-slim
WORKDIR /app
ENV HOST=0.0.0.0
COPY package.json package-lock.json ./
COPY console/package.json console/
COPY scripts/build/package.json scripts/build/
COPY scripts/tools/package.json scripts/tools/
COPY scripts/no-package scripts/no-package
RUN npm ci --omit=dev --workspaces=false --no-audit --no-fund && npm cache clean --force
COPY . .
COPY --from=builder /app/console/dist console/dist
COPY --from=builder /app/dist dist
COPY --from=builder /app/scripts/site/dist scripts/site/dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["npm", "run", "--silent", "api"]

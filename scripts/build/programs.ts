/** The programs of the service: their names in the bundle, and their source files. */
export const programs = {
  main: 'src/main.ts',
  api: 'src/api.ts',
  worker: 'workers/main.ts',
  migrate: 'src/migrate.ts',
  admin: 'src/admin.ts',
  health: 'workers/health.ts',
} as const

import { runAdmin } from './process/admin/run-admin.ts'
import { outputOfProcess } from './process/output.ts'

/** Runs a command of the operator, while the service runs or without it. */
process.exitCode = await runAdmin(process.argv.slice(2), process.env, outputOfProcess)

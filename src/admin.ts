import { runAdmin } from './operation/admin/run-admin.ts'
import { outputOfProcess } from './operation/process/output.ts'

/** Runs an admin command of the operator, whether or not the service runs. */
process.exitCode = await runAdmin(process.argv.slice(2), process.env, outputOfProcess)

import { runAdmin } from './process/admin/run-admin.ts'
import { outputOfProcess } from './process/output.ts'

/** The commands of the operator. They run beside the service or without it. */
process.exitCode = await runAdmin(process.argv.slice(2), process.env, outputOfProcess)

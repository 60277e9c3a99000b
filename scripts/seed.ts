import { randomBytes } from 'node:crypto'
import { StartFault } from '../src/adapters/system/start-fault.ts'
import type { Service } from '../src/composition/service.ts'
import { type Config, readConfig } from '../src/config.ts'
import { operator } from '../src/domain/account/audit/actor.ts'
import { runAdminCommand } from '../src/operation/database/run-admin-command.ts'
import { errorTextOf } from '../src/operation/faults/error-text.ts'
import { assertRestoreFinished } from '../src/operation/process/assert-restore-finished.ts'
import { AccountStore } from '../src/ports/account/accounts.ts'
import { SignUp } from '../src/use-cases/account/sign-up.ts'
import { SampleOrganization } from './seed/sample-organization.ts'

const email = 'nora@northwind.test'

/**
 * Fills the database of the service, whether the service runs or not, with the sample data of an organization
 * in use. Refuses to run with SMTP_URL, sends no mail, and leaves the jobs of other organizations to the service.
 * All addresses are reserved ones, in case the service later runs the sample jobs with SMTP_URL.
 */
try {
  const config = readConfig(process.env)
  if (config.smtpUrl !== null)
    throw new StartFault(
      'SMTP_URL is set, so its mail server would receive 3,000 messages to invented people. Unset SMTP_URL, then run npm run seed again.',
    )
  await runAdminCommand(process.env, (service, databaseUrl) => seed(service, databaseUrl, config), {
    creates: true,
  })
} catch (error) {
  process.exitCode = 1
  process.stderr.write(errorTextOf(error))
}

async function seed({ container }: Service, databaseUrl: string, config: Config): Promise<string> {
  await assertRestoreFinished(databaseUrl)
  const accounts = container.get(AccountStore)
  if ((await accounts.findByEmail(email)) !== null) {
    return `The sample organization is there already; nothing was changed. Its owner is ${email}; a forgotten password can be reset in the console.\n`
  }
  const password = randomBytes(12).toString('base64url')
  const organizationName = 'Northwind Outreach'
  await container
    .get(SignUp)
    .execute({ email, password, name: 'Nora Lindqvist', organizationName, by: operator })
  const known = await accounts.findByEmail(email)
  if (known === null) throw new Error(`${email} has just been created`)
  const [owner] = known.users

  process.stdout.write('Importing 5,000 records and running jobs over them…\n')
  await new SampleOrganization(container, owner.organizationId).fill()
  return `${organizationName} is ready: 2 projects, 3 data tables, 5 spinners, 4 jobs. Every address is under example.com or .test, which no mail reaches.\nSign in at ${config.publicApiUrl}/ as ${email} with the password ${password}\n`
}

import { setTimeout } from 'node:timers/promises'
import type { Container } from 'inversify'
import { operator } from '../../src/domain/account/audit/actor.ts'
import { hasEnded } from '../../src/domain/job/job.ts'
import { defaultExits, defaultReply } from '../../src/domain/spinner/exit.ts'
import type { Step } from '../../src/domain/spinner/steps/step.ts'
import { JobStore } from '../../src/ports/job/jobs.ts'
import { ImportRecords } from '../../src/use-cases/arrival/import/import-records.ts'
import { AddressSuppressor } from '../../src/use-cases/contact/address-suppressor.ts'
import { Jobs } from '../../src/use-cases/job/jobs.ts'
import { TakeTurn } from '../../src/use-cases/job/take-turn.ts'
import { TriggerSpinner } from '../../src/use-cases/job/trigger-spinner.ts'

import { CreateSpinner } from '../../src/use-cases/spinner/create-spinner.ts'
import { PublishSpinner } from '../../src/use-cases/spinner/publish-spinner.ts'
import { ChangeDataTable } from '../../src/use-cases/table/change-data-table.ts'
import { DataTables } from '../../src/use-cases/table/data-tables.ts'
import { Projects } from '../../src/use-cases/table/projects.ts'

import { type SamplePerson, samplePeople } from './people.ts'
import { Rows } from './rows.ts'

const maxWaitMs = 120_000

interface Table {
  readonly projectId: string
  readonly id: string
}

/**
 * Creates the sample data that a team would have after a few weeks, with the use cases that the team would
 * call.
 */
export class SampleOrganization {
  readonly #container: Container
  readonly #organizationId: string

  constructor(container: Container, organizationId: string) {
    this.#container = container
    this.#organizationId = organizationId
  }

  /**
   * Creates the sample data, and processes the jobs that it starts. Starts no runtime, because a runtime would process
   * the jobs of all organizations with the settings of this command.
   */
  async fill(): Promise<void> {
    const launch = await this.#project('Spring launch')
    const success = await this.#project('Customer success')
    const leads = await this.#table(launch, 'Leads')
    const trials = await this.#table(launch, 'Trial users')
    const customers = await this.#table(success, 'Customers')
    const [early, late] = [samplePeople(1_800, 1), samplePeople(1_200, 2)]

    await this.#import(leads, early)
    await this.#import(trials, samplePeople(1_200, 3))
    await this.#import(customers, samplePeople(800, 4))
    for (const [no, { email }] of early.entries())
      if (no % 25 === 0 && email !== '') await this.#unsubscribe(email)

    const welcome = await this.#spinner(leads, 'Welcome new leads', [welcomeMail])
    const checkIn = await this.#spinner(trials, 'Trial check-in', [
      { type: 'condition', column: 'plan', operator: 'equals', value: 'trial' },
      checkInMail,
      { type: 'wait', seconds: 3 * 24 * 60 * 60 },
      lastDayMail,
    ])
    const news = await this.#spinner(customers, 'Product news', [newsMail])
    for (const spinnerId of [welcome, checkIn, news]) await this.#publish(spinnerId)
    await this.#spinner(customers, 'Renewal reminder', [
      { type: 'condition', column: 'plan', operator: 'notEquals', value: 'trial' },
      renewalMail,
    ])
    await this.#spinner(leads, 'Tell the CRM', [crmWebhook])

    await this.#reaches(await this.#trigger(welcome), 'its end')
    await this.#import(leads, late)
    await this.#reaches(await this.#trigger(welcome), 'its end')
    await this.#reaches(await this.#trigger(checkIn), 'its wait')
    const cancelled = await this.#trigger(news)
    const organizationId = this.#organizationId
    await this.#container.get(Jobs).cancel({ organizationId, by: operator }, cancelled)
  }

  #project(name: string): Promise<string> {
    return this.#container.get(Projects).create({ organizationId: this.#organizationId, by: operator }, name)
  }

  async #table(projectId: string, name: string): Promise<Table> {
    const organizationId = this.#organizationId
    const id = await this.#container
      .get(DataTables)
      .create({ organizationId, by: operator }, { projectId, name })
    return { projectId, id }
  }

  async #import({ id: dataTableId }: Table, people: readonly SamplePerson[]): Promise<void> {
    const organizationId = this.#organizationId
    const source = new Rows(
      Object.keys(columns),
      people.map((person) => Object.values(columns).map((cellOf) => cellOf(person))),
    )
    await this.#container.get(ImportRecords).execute({
      organizationId,
      dataTableId,
      source,
      requestId: 'seed',
      choices: null,
      skipBadRows: false,
      by: operator,
    })
    const changes = { metadataColumns: ['name', 'first_name', 'email', 'company', 'city', 'plan'] }
    await this.#container.get(ChangeDataTable).execute(
      {
        organizationId,
        dataTableId,
        changes,
        mergesDuplicates: false,
        revision: null,
        requestId: 'seed',
        by: operator,
      },
      async () => {},
    )
  }

  async #unsubscribe(email: string): Promise<void> {
    const organizationId = this.#organizationId
    await this.#container
      .get(AddressSuppressor)
      .suppressWithRetries({ organizationId, email, reason: 'unsubscribed', by: operator })
  }

  #spinner({ projectId, id: dataTableId }: Table, name: string, steps: readonly Step[]): Promise<string> {
    const organizationId = this.#organizationId
    const settings = {
      audience: 'new',
      contact: 'oncePerPerson',
      isExclusive: false,
      exits: defaultExits,
      reply: defaultReply,
    } as const
    return this.#container
      .get(CreateSpinner)
      .execute({ organizationId, projectId, dataTableId, name, ...settings, steps, by: operator })
  }

  async #publish(spinnerId: string): Promise<void> {
    await this.#container.get(PublishSpinner).execute({
      organizationId: this.#organizationId,
      spinnerId,
      revision: null,
      ignoresWarnings: false,
      movesRecipients: false,
      by: operator,
    })
  }

  async #trigger(spinnerId: string): Promise<string> {
    const { answer } = await this.#container.get(TriggerSpinner).execute({
      caller: { kind: 'session', organizationId: this.#organizationId },
      spinnerId,
      idempotency: null,
    })
    return answer.jobId
  }

  async #reaches(jobId: string, place: 'its end' | 'its wait'): Promise<void> {
    const queries = this.#container.get(JobStore)
    const takeTurn = this.#container.get(TakeTurn)
    const organizationId = this.#organizationId
    const { signal } = new AbortController()
    for (const until = Date.now() + maxWaitMs; Date.now() < until; await setTimeout(100)) {
      await takeTurn.execute({ organizationId, length: 'full', signal })
      const job = await queries.find(organizationId, jobId)
      if (job === null) break
      const { status, counts } = job
      if (hasEnded(status) || (place === 'its wait' && counts.waiting > 0 && counts.pending === 0)) return
    }
    throw new Error(`Job ${jobId} did not reach ${place} within ${maxWaitMs / 1000} s`)
  }
}

const columns: Readonly<Record<string, (person: SamplePerson) => string>> = {
  name: ({ name }) => name,
  first_name: ({ firstName }) => firstName,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  company: ({ company }) => company,
  city: ({ city }) => city,
  plan: ({ plan }) => plan,
  source: ({ source }) => source,
  seats: ({ seats }) => String(seats),
}

const mail = (subject: string, text: string): Step => ({
  type: 'email',
  to: '{{ email }}',
  subject,
  text: `Hello {{ first_name }},\n\n${text}\n\nThe Northwind team\n\nUnsubscribe: {{ unsubscribe_url }}\n`,
})

const welcomeMail = mail(
  'Welcome, {{ first_name }}',
  'thank you for your interest. When would it suit {{ company }} to see a short demonstration?',
)
const checkInMail = mail('How is your trial going?', 'is there anything that {{ company }} is missing?')
const lastDayMail = mail('Your trial ends today', 'your tables stay as they are if you choose a plan today.')
const newsMail = mail('What is new this month', 'exports are faster now, and imports say what they found.')
const renewalMail = mail('Your renewal is near', 'your {{ plan }} plan renews in 30 days.')
const crmWebhook: Step = {
  type: 'webhook',
  url: 'https://crm.example.com/hooks/leads',
  body: '{ "name": {{ name | json }}, "email": {{ email | json }}, "company": {{ company | json }} }',
}

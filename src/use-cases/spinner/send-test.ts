import type { SignedIn } from '../../domain/account/sessions/session.ts'
import { normalizedEmail } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import type { MailContent } from '../../domain/sender/message/complete-mail.ts'
import type { EmailMessage } from '../../domain/sender/message/message.ts'
import { nextOf, type Program, type ProgramStep, programOf } from '../../domain/spinner/steps/program.ts'
import type { EmailStep, Step } from '../../domain/spinner/steps/step.ts'
import { mailOf, questionsOfStep } from '../../domain/spinner/steps/step-capabilities.ts'
import { requestBudget } from '../../domain/spinner/steps/template-budget.ts'
import { sampleTriggerData, withTriggerData } from '../../domain/spinner/trigger-data.ts'
import { noAnswers } from '../../domain/spinner/where/person-question.ts'
import { visibleCells } from '../../domain/spinner/where/visible-cells.ts'
import { metadataColumnsOf } from '../../domain/table/data-table.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { AccountStore } from '../../ports/account/accounts.ts'
import type { OrganizationStore } from '../../ports/account/organizations.ts'
import type { Throttle } from '../../ports/account/throttle.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Channels, OrganizationChannels } from '../../ports/sender/message/channels.ts'
import type { SenderStore } from '../../ports/sender/senders.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { Templates } from '../../ports/spinner/templates.ts'
import type { DataTableStore } from '../../ports/table/data-tables.ts'
import type { RecordStore } from '../../ports/table/records.ts'
import type { AdmitSending } from '../admit-sending.ts'
import { completeMessage } from './steps/email/complete-message.ts'
import { sendersNamedBy } from './steps/email/senders-named.ts'
import { formFaultsOf } from './steps/faults/form-faults.ts'
import { preparationFault } from './steps/preparation-fault.ts'
import { type StepInput, subjectOf } from './steps/step-runner.ts'
import type { StepRunners } from './steps/step-types.ts'

export interface SendTestCommand {
  readonly user: SignedIn['user']
  readonly spinnerId: string
  readonly recordId: string
  /** The index of the e-mail step whose message is sent as a test. */
  readonly step: number
  /** The e-mail address of the member who gets the test; null for the user who requests it. */
  readonly to: string | null
  /** The unsaved steps of the editor to test; null for the steps of the saved draft. */
  readonly steps: readonly Step[] | null
}

export interface SentTest {
  readonly status: 'sent' | 'captured' | 'failed'
  /**
   * The reply of the mail server, or the reason why the test message was not sent; null if there is neither.
   */
  readonly serverResponse: string | null
  readonly message: Pick<EmailMessage, 'to' | 'subject' | 'text' | 'html'> & {
    readonly preheader: string | null
  }
}

const mark = '[Test] '
const testModeWords =
  'Test mode sends nothing and stores no test e-mails; this is the e-mail that would be sent'
const capturedWords =
  'No SMTP server is configured, so the e-mail is neither sent nor stored; this is the e-mail that would be sent'

/**
 * Sends the message of a step for one record to a member of the organization. The message is not logged and
 * counts for no job.
 */
export class SendTest {
  readonly #spinners: SpinnerStore
  readonly #dataTables: DataTableStore
  readonly #records: RecordStore
  readonly #accounts: AccountStore
  readonly #organizations: OrganizationStore
  readonly #runners: StepRunners
  readonly #channels: Channels
  readonly #templates: Templates
  readonly #senders: SenderStore
  readonly #throttle: Throttle
  readonly #admitSending: AdmitSending
  readonly #clock: Pick<Clock, 'now'>
  readonly #ids: Ids

  constructor(
    spinners: SpinnerStore,
    dataTables: DataTableStore,
    records: RecordStore,
    accounts: AccountStore,
    organizations: OrganizationStore,
    runners: StepRunners,
    channels: Channels,
    templates: Templates,
    senders: SenderStore,
    throttle: Throttle,
    admitSending: AdmitSending,
    clock: Pick<Clock, 'now'>,
    ids: Ids,
  ) {
    this.#spinners = spinners
    this.#dataTables = dataTables
    this.#records = records
    this.#accounts = accounts
    this.#organizations = organizations
    this.#runners = runners
    this.#channels = channels
    this.#templates = templates
    this.#senders = senders
    this.#throttle = throttle
    this.#admitSending = admitSending
    this.#clock = clock
    this.#ids = ids
  }

  async execute(command: SendTestCommand): Promise<SentTest> {
    const { user } = command
    const to = await this.#addressee(command)
    const { step, message } = await this.#messageOf(command)
    await this.#throttle.attempt('testSend', 'perAccount', user.id)
    const channels = await this.#channels.of(user.organizationId)
    const { channel, from, isByDeployment } = await this.#leavesBy(channels, user.organizationId, step)
    await this.#admitSending.toTest(user.organizationId, isByDeployment)
    const test = await completeMessage({ ...asTest(message), to, from }, this.#templates)
    const { subject, text, html, plainText } = test
    const preheader = message.parts.preheader === '' ? null : message.parts.preheader
    const shown = { to, subject, text: text ?? plainText ?? null, html, preheader }
    if (channels.isTest) return { status: 'captured', serverResponse: testModeWords, message: shown }
    if (channel.captures) return { status: 'captured', serverResponse: capturedWords, message: shown }
    const outcome = await channel.send(test)
    if (outcome.kind === 'sent')
      return { status: 'sent', serverResponse: outcome.receipt?.serverResponse ?? null, message: shown }
    const serverResponse = 'reason' in outcome ? outcome.reason : null
    return { status: 'failed', serverResponse, message: shown }
  }

  /**
   * Returns the e-mail address that gets a test message. Refuses addresses of people who are no members,
   * because a test skips the sending rules of jobs.
   */
  async #addressee({ user, to }: SendTestCommand): Promise<string> {
    const recipientEmail = to === null ? user.email : normalizedEmail(to)
    if (recipientEmail === user.email) return user.email
    const holder = recipientEmail === null ? null : await this.#accounts.findByEmail(recipientEmail)
    // Searches the member in the real organization if the request comes from its test organization, which
    // shares its members.
    const organization = await this.#organizations.find(user.organizationId)
    const realId = organization?.testOf ?? user.organizationId
    const isMember = holder?.users.some(({ organizationId }) => organizationId === realId) ?? false
    if (holder !== null && isMember) return holder.account.email
    throw refused('/to', 'NOT_A_MEMBER', sentence('A test can be sent only to members of your organization'))
  }

  async #messageOf({ user, spinnerId, recordId, step: no, steps: unsaved }: SendTestCommand) {
    const { organizationId } = user
    const spinner = await this.#spinners.find(organizationId, spinnerId)
    if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
    const table = await this.#dataTables.find(organizationId, spinner.dataTableId)
    if (table === null) throw new Error('The data table of the spinner does not exist')
    const [record] = await this.#records.some(table.id, [recordId])
    if (record === undefined)
      throw refused('/recordId', 'UNKNOWN_RECORD', sentence('The data table has no record with this id'))
    const program = programOf(unsaved ?? spinner.steps)
    const place = program[no]
    const step = place === undefined ? null : mailOf(place.step)
    if (place === undefined || step === null)
      throw refused('/step', 'NO_EMAIL_STEP', sentence('The step with this number is not an e-mail step'))
    const errors = formFaultsOf(step, place.pointer)
    if (errors.length > 0)
      throw new DomainError('SPINNER_INVALID', {
        message: sentence('The step has errors and cannot run: {fault}', { fault: errors[0]?.message ?? '' }),
        errors,
      })
    const questions = program.flatMap(({ step: each }) => questionsOfStep(each))
    const questionsOfTable = { dataTableId: table.id, questions, now: this.#clock.now() }
    const answers =
      questions.length === 0 ? null : await this.#records.answersAbout(questionsOfTable, [record])
    const inputAt = (index: number, at: Step): StepInput => ({
      organizationId,
      // Uses a job id that no job has, so that a reply to the test message does not count as a recipient's
      // reply.
      jobId: this.#ids.next(),
      slice: 0,
      recipient: { recordId, step: index, attempts: 0, data: record.data, inDoubt: false },
      step: at,
      cells: withTriggerData(
        visibleCells(record.data, metadataColumnsOf(table)),
        sampleTriggerData(spinner.triggerData),
      ),
      budget: requestBudget(organizationId),
      answers: answers?.get(record.id) ?? noAnswers,
    })
    const prepared = await this.#runners.of(step).prepare(inputAt(no, step))
    if ('send' in prepared && prepared.email !== undefined) {
      const subjects =
        prepared.thread === true
          ? await this.#subjectsBefore(program, no, inputAt)
          : new Map<string, string>()
      return { step, message: { ...prepared.email, subject: subjectOf(prepared, prepared.email, subjects) } }
    }
    const why = 'reason' in prepared ? prepared.reason : 'the step sends nothing'
    throw refused(
      '/recordId',
      'NOTHING_TO_SEND',
      sentence('The step has no message for this record: {reason}', { reason: why }),
    )
  }

  /**
   * Returns the subjects of the e-mails before a step that a record would get, the latest one of each address. Ends at
   * a step that ends the record's job or cannot be prepared, because the tested step is then not reached.
   */
  async #subjectsBefore(
    program: Program,
    no: number,
    inputAt: (index: number, step: Step) => StepInput,
  ): Promise<Map<string, string>> {
    const subjects = new Map<string, string>()
    for (let index = 0; index < no; ) {
      const { step, pointer } = program[index] as ProgramStep
      if (formFaultsOf(step, pointer).length > 0) break
      const input = inputAt(index, step)
      const prepared = await Promise.resolve()
        .then(() => this.#runners.of(step).prepare(input))
        .catch((error: unknown) => preparationFault(input.recipient, error))
      if ('send' in prepared) {
        if (prepared.email !== undefined) subjectOf(prepared, prepared.email, subjects)
      } else if (prepared.kind !== 'passed' && prepared.kind !== 'waits') break
      index = nextOf(
        program,
        index,
        'kind' in prepared && prepared.kind === 'passed' ? prepared.branch : undefined,
      )
    }
    return subjects
  }

  async #leavesBy(channels: OrganizationChannels, organizationId: string, step: EmailStep) {
    const [sender] = await this.#senders.usedBy(organizationId, [sendersNamedBy(step)])
    if (sender === undefined) return { channel: channels.email, from: null, isByDeployment: true }
    const channel = await channels.senders.of(organizationId, sender.id)
    const { kind, name, email, replyTo, signature, signatureHtml } = sender
    const isByDeployment = kind === 'deployment'
    return { channel, from: { name, email, replyTo, signature, signatureHtml }, isByDeployment }
  }
}

/**
 * Returns a message whose unsubscribe link has no effect, because the tester and not the recipient reads it.
 */
function asTest(message: MailContent): MailContent & { readonly isTest: true } {
  const { subject, text, html, unsubscribeUrl } = message
  const harmless = unsubscribeUrl.replace(/[^/]+$/, 'test')
  const withoutLink = <Text extends string | null>(part: Text) =>
    (part === null ? null : part.replaceAll(unsubscribeUrl, harmless)) as Text
  return {
    ...message,
    subject: mark + withoutLink(subject),
    text: withoutLink(text),
    html: withoutLink(html),
    unsubscribeUrl: harmless,
    isTest: true,
  }
}

function refused(pointer: string, code: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { message, errors: [{ pointer, code, message }] })
}

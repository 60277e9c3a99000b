import { Paper, Stack, Switch } from '@mantine/core'
import { Mail } from 'lucide-react'
import type { EmailPreview, EmailStep } from '../../../../api/schema.ts'
import { PreviewedMessage } from '../../../../components/message/previewed-message.tsx'
import { emailColumnOf } from '../../../../components/names/name-of-record.ts'
import { blankMail } from '../composer/footer.ts'
import { SenderChoice } from '../fields/sender-choice.tsx'
import { TemplateField } from '../fields/template-field.tsx'
import { tagFor } from '../fields/template-text.ts'
import { Variables } from '../fields/variables.tsx'
import { Attachments } from './attachments.tsx'
import { bodyFaults, EmailBody, type EmailDraft, unsubscribeLink } from './email-body.tsx'
import { filledIn } from './field-faults.ts'
import type { FieldsProps, StepTypeOf } from './step-type.ts'

export const emailStep: StepTypeOf<EmailStep, EmailDraft, EmailPreview> = {
  label: 'E-mail',
  does: 'Sends one e-mail to the recipient.',
  icon: Mail,
  color: 'spindle',
  sends: true,
  canBeTested: true,
  branching: null,
  labels: {
    to: 'To',
    subject: 'Subject',
    text: 'Text',
    html: 'HTML',
    attachments: 'Attachments',
    senders: 'Senders',
    thread: 'Send in the same e-mail thread',
  },
  blank: (columns) => {
    const column = emailColumnOf(columns)
    return {
      type: 'email',
      to: column === undefined ? '' : tagFor(column),
      subject: '',
      text: '',
      html: blankMail,
      attachments: [],
      senders: [],
      thread: false,
    }
  },
  draftOf: (step) => ({
    ...step,
    text: step.text ?? '',
    html: step.html ?? '',
    attachments: step.attachments ?? [],
    senders: step.senders ?? [],
    thread: step.thread ?? false,
  }),
  stepOf: ({ type, to, subject, text, html, attachments, senders, thread }) => ({
    type,
    to,
    subject,
    ...(text === '' ? {} : { text }),
    ...(html === '' ? {} : { html }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(senders.length === 0 ? {} : { senders }),
    ...(thread ? { thread } : {}),
  }),
  faultsOf: ({ to, subject, ...body }) => [
    ...filledIn('to', to, 'Enter a recipient, as in {{ email }}', 1_000),
    ...filledIn('subject', subject, 'Enter a subject', 1_000),
    ...bodyFaults(body),
  ],
  summaryOf: ({ to, subject }) =>
    [to === '' ? 'E-mail without a recipient yet' : `To ${to}`, subject].filter(Boolean).join(' · '),
  nameOf: ({ subject }) => subject,
  Fields,
  Previewed: ({ message }) => (
    <Paper withBorder mt="xs" p="sm" role="group" aria-label={`E-mail to ${message.to}`}>
      <PreviewedMessage {...message} />
    </Paper>
  ),
}

/**
 * Returns the fault of any attachment. The API's pointer names the single attachment, so all fields that
 * begin with "attachments" are searched.
 */
function attachmentsFault(faults: ReadonlyMap<string, string>): string | undefined {
  return [...faults].find(([field]) => field.startsWith('attachments'))?.[1]
}

function Fields({ step, faults, columns, dataTableId, onChange }: FieldsProps<EmailDraft>) {
  const field = (name: 'to' | 'subject') => ({
    value: step[name],
    fault: faults.get(name),
    onChange: (value: string) => onChange({ ...step, [name]: value }),
  })
  return (
    <Stack gap="sm">
      <Variables columns={columns} given={unsubscribeLink} dataTableId={dataTableId} />
      <TemplateField label="To" {...field('to')} placeholder="{{ email }}" />
      <TemplateField label="Subject" given={unsubscribeLink} {...field('subject')} />
      <EmailBody step={step} faults={faults} onChange={onChange} />
      <Attachments
        ids={step.attachments}
        fault={attachmentsFault(faults)}
        onChange={(ids) => onChange({ ...step, attachments: [...ids] })}
      />
      <SenderChoice
        senders={step.senders}
        fault={faults.get('senders')}
        onChange={(senders) => onChange({ ...step, senders })}
      />
      <Switch
        label="Send in the same e-mail thread"
        description="The e-mail answers the previous e-mail to the same address and keeps its subject, after “Re:”. The subject above is used only if there is no previous e-mail."
        checked={step.thread}
        onChange={({ currentTarget }) => onChange({ ...step, thread: currentTarget.checked })}
      />
    </Stack>
  )
}

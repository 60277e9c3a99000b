import { Button, Paper, Stack, Switch, Tabs } from '@mantine/core'
import { CircleAlert, Mail } from 'lucide-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { EmailPreview, EmailStep } from '../../../../api/schema.ts'
import { PreviewedMessage } from '../../../../components/message/previewed-message.tsx'
import { emailColumnOf } from '../../../../components/names/name-of-record.ts'
import { Composer } from '../composer/composer.tsx'
import { htmlOfText } from '../composer/mail-html.ts'
import { SenderChoice } from '../fields/sender-choice.tsx'
import { TemplateField } from '../fields/template-field.tsx'
import { tagFor } from '../fields/template-text.ts'
import { Variables } from '../fields/variables.tsx'
import { Attachments } from './attachments.tsx'
import { type FieldFault, filledIn, notLonger } from './field-faults.ts'
import type { FieldsProps, StepTypeOf } from './step-type.ts'

interface EmailDraft
  extends Required<
    Pick<EmailStep, 'type' | 'to' | 'subject' | 'text' | 'html' | 'attachments' | 'senders' | 'thread'>
  > {}

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
      html: '',
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
  Fields,
  Previewed: ({ message }) => (
    <Paper withBorder mt="xs" p="sm" role="group" aria-label={`E-mail to ${message.to}`}>
      <PreviewedMessage {...message} />
    </Paper>
  ),
}

function bodyFaults({ text, html }: Pick<EmailDraft, 'text' | 'html'>): FieldFault[] {
  if (text === '' && html === '') return [['text', 'Write the message as text, as HTML or both']]
  return [...notLonger('text', text, 100_000), ...notLonger('html', html, 100_000)]
}

/**
 * Returns the fault of any attachment. The API's pointer names the single attachment, so all fields that
 * begin with "attachments" are searched.
 */
function attachmentsFault(faults: ReadonlyMap<string, string>): string | undefined {
  return [...faults].find(([field]) => field.startsWith('attachments'))?.[1]
}

const versions = [
  { field: 'html', label: 'HTML' },
  { field: 'text', label: 'Plain text' },
] as const

const link = ['unsubscribe_url']

function Fields({ step, faults, columns, dataTableId, onChange }: FieldsProps<EmailDraft>) {
  const [version, setVersion] = useState<string | null>(
    step.text !== '' && step.html === '' ? 'text' : 'html',
  )
  // Holds the latest step for the callback of the e-mail editor, which keeps the first callback that it got.
  const latest = useRef({ step, onChange })
  useLayoutEffect(() => {
    latest.current = { step, onChange }
  })
  const setHtml = useCallback((html: string) => {
    const now = latest.current
    now.onChange({ ...now.step, html })
  }, [])
  const field = (name: 'to' | 'subject' | 'text') => ({
    value: step[name],
    fault: faults.get(name),
    onChange: (value: string) => onChange({ ...step, [name]: value }),
  })
  return (
    <Stack gap="sm">
      <Variables columns={columns} given={link} dataTableId={dataTableId} />
      <TemplateField label="To" {...field('to')} placeholder="{{ email }}" />
      <TemplateField label="Subject" given={link} {...field('subject')} />
      <Tabs value={version} onChange={setVersion} keepMounted={false}>
        <Tabs.List mb="sm">
          {versions.map(({ field: name, label }) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={
                step[name] !== '' && faults.has(name) ? (
                  <CircleAlert size={14} color="var(--mantine-color-error)" aria-label="has an error" />
                ) : undefined
              }
            >
              {label}
              {step[name] === '' && (name === 'text' && step.html !== '' ? ' (automatic)' : ' (empty)')}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="html">
          {step.html === '' && step.text !== '' && (
            <Button
              variant="default"
              size="compact-sm"
              mb="xs"
              onClick={() => onChange({ ...step, html: htmlOfText(step.text) })}
            >
              Copy plain text to HTML
            </Button>
          )}
          <Composer html={step.html} fault={faults.get('html')} onChange={setHtml} />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <TemplateField
            label="Text"
            labelHidden
            rows={8}
            first
            given={link}
            description={
              step.html === ''
                ? undefined
                : step.text === ''
                  ? 'Mail programs that do not show HTML show the plain text. It is made from the HTML version until you write it here.'
                  : 'Mail programs that do not show HTML show the plain text. If it is empty, it is made from the HTML version.'
            }
            {...field('text')}
          />
        </Tabs.Panel>
      </Tabs>
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
        description="The e-mail gets “Re:” and the subject of the previous e-mail. The first e-mail of a spinner starts the thread."
        checked={step.thread}
        onChange={({ currentTarget }) => onChange({ ...step, thread: currentTarget.checked })}
      />
    </Stack>
  )
}

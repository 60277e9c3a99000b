import { Paper, Stack, Switch } from '@mantine/core'
import { Mail } from 'lucide-react'
import { memo, useCallback } from 'react'
import type { EmailPreview, EmailStep } from '../../../../api/schema.ts'
import { PreviewedMessage } from '../../../../components/message/previewed-message.tsx'
import { emailColumnOf } from '../../../../components/names/name-of-record.ts'
import { htmlWithNames, wordsOfTemplate } from '../../../../components/template/parts-of-template.ts'
import { t } from '../../../../languages/text.ts'
import { SenderChoice } from '../fields/sender-choice.tsx'
import { TemplateField } from '../fields/template-field.tsx'
import { tagFor } from '../fields/template-text.ts'
import { usePatch } from '../fields/use-patch.ts'
import { Variables } from '../fields/variables.tsx'
import { Attachments } from './attachments.tsx'
import { bodyFaults, EmailBody, type EmailDraft, unsubscribeLink } from './email-body.tsx'
import { filledIn, notLonger } from './field-faults.ts'
import { PartSwitches } from './part-switches.tsx'
import type { FieldsProps, StepTypeOf } from './step-type.ts'

export const emailStep: StepTypeOf<EmailStep, EmailDraft, EmailPreview> = {
  label: t('E-mail'),
  does: t('Sends one e-mail to the recipient.'),
  icon: Mail,
  color: 'spindle',
  sends: true,
  canBeTested: true,
  branching: null,
  compares: false,
  labels: {
    to: t('To'),
    subject: t('Subject'),
    text: t('Text'),
    html: 'HTML',
    attachments: t('Attachments'),
    senders: t('Senders'),
    thread: t('Send in the same e-mail thread'),
    preheader: t('Preheader'),
    addsSignature: t('Add the signature of the sender'),
    addsFooter: t('Add the footer of the organization'),
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
      preheader: '',
      addsSignature: true,
      addsFooter: true,
    }
  },
  // Answers in the thread of the earlier e-mail and from its senders, because people read a second conversation as a
  // second campaign.
  followUpOf: (blank, { to, subject, senders }) => ({ ...blank, to, subject, senders, thread: true }),
  withTemplate: ({ to, senders, thread }, template) => ({
    ...template,
    to: to === '' ? template.to : to,
    senders,
    thread,
  }),
  messageOf: ({ to, subject, text, html, preheader }) => ({
    to: wordsOfTemplate(to),
    subject: wordsOfTemplate(subject),
    text: text === undefined ? null : wordsOfTemplate(text),
    html: html === undefined ? null : htmlWithNames(html),
    preheader: preheader === undefined ? null : wordsOfTemplate(preheader),
  }),
  draftOf: (step) => ({
    ...step,
    text: step.text ?? '',
    html: step.html ?? '',
    attachments: step.attachments ?? [],
    senders: step.senders ?? [],
    thread: step.thread ?? false,
    preheader: step.preheader ?? '',
    addsSignature: step.addsSignature ?? true,
    addsFooter: step.addsFooter ?? false,
  }),
  stepOf: ({ type, to, subject, text, html, attachments, senders, thread, ...parts }) => ({
    type,
    to,
    subject,
    ...(text === '' ? {} : { text }),
    ...(html === '' ? {} : { html }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(senders.length === 0 ? {} : { senders }),
    ...(thread ? { thread } : {}),
    ...(parts.preheader === '' ? {} : { preheader: parts.preheader }),
    ...(parts.addsSignature ? {} : { addsSignature: false }),
    ...(parts.addsFooter ? { addsFooter: true } : {}),
  }),
  faultsOf: ({ to, subject, preheader, ...body }) => [
    ...filledIn('to', to, t('Enter a recipient, as in {{ email }}'), 1_000),
    ...filledIn('subject', subject, t('Enter a subject'), 1_000),
    ...notLonger('preheader', preheader, 1_000),
    ...bodyFaults(body),
  ],
  summaryOf: ({ subject }) => (subject === '' ? t('No subject yet') : subject),
  nameOf: ({ subject }) => subject,
  Fields,
  Previewed: ({ message }) => (
    <Paper withBorder mt="xs" p="sm" role="group" aria-label={t('E-mail to {to}', { to: message.to })}>
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
  const patch = usePatch(step, onChange)
  const setTo = useCallback((to: string) => patch({ to }), [patch])
  const setSubject = useCallback((subject: string) => patch({ subject }), [patch])
  const setAttachments = useCallback((ids: readonly string[]) => patch({ attachments: [...ids] }), [patch])
  const setSenders = useCallback((senders: string[]) => patch({ senders }), [patch])
  const setPreheader = useCallback((preheader: string) => patch({ preheader }), [patch])
  const setThread = useCallback((thread: boolean) => patch({ thread }), [patch])
  return (
    <Stack gap="sm">
      <Variables columns={columns} given={unsubscribeLink} dataTableId={dataTableId} />
      <TemplateField
        label={t('To')}
        value={step.to}
        fault={faults.get('to')}
        onChange={setTo}
        placeholder="{{ email }}"
      />
      <TemplateField
        label={t('Subject')}
        given={unsubscribeLink}
        value={step.subject}
        fault={faults.get('subject')}
        onChange={setSubject}
      />
      <TemplateField
        label={t('Preheader')}
        description={t(
          'Inboxes show this text beside the subject. Without it, they show the beginning of the message.',
        )}
        value={step.preheader}
        fault={faults.get('preheader')}
        onChange={setPreheader}
      />
      <EmailBody
        html={step.html}
        text={step.text}
        htmlFault={faults.get('html')}
        textFault={faults.get('text')}
        onChange={patch}
      />
      <PartSwitches addsSignature={step.addsSignature} addsFooter={step.addsFooter} onChange={patch} />
      <Attachments ids={step.attachments} fault={attachmentsFault(faults)} onChange={setAttachments} />
      <SenderChoice senders={step.senders} fault={faults.get('senders')} onChange={setSenders} />
      <ThreadSwitch thread={step.thread} onChange={setThread} />
    </Stack>
  )
}

const ThreadSwitch = memo(function ThreadSwitch({
  thread,
  onChange,
}: {
  thread: boolean
  onChange: (thread: boolean) => void
}) {
  return (
    <Switch
      label={t('Send in the same e-mail thread')}
      description={t(
        'The e-mail answers the previous e-mail to the same address and keeps its subject, after “Re:”. The subject above is used only if there is no previous e-mail.',
      )}
      checked={thread}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
})

import { Button, Tabs } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { EmailStep } from '../../../../api/schema.ts'
import { Composer } from '../composer/composer.tsx'
import { blankMail } from '../composer/footer.ts'
import { htmlOfText } from '../composer/mail-html.ts'
import { TemplateField } from '../fields/template-field.tsx'
import { type FieldFault, notLonger } from './field-faults.ts'
import type { FieldsProps } from './step-type.ts'

export interface EmailDraft
  extends Required<
    Pick<EmailStep, 'type' | 'to' | 'subject' | 'text' | 'html' | 'attachments' | 'senders' | 'thread'>
  > {}

export function bodyFaults({ text, html }: Pick<EmailDraft, 'text' | 'html'>): FieldFault[] {
  if (text === '' && (html === '' || html === blankMail))
    return [['text', 'Write the message as text, as HTML or both']]
  return [...notLonger('text', text, 100_000), ...notLonger('html', html, 100_000)]
}

const versions = [
  { field: 'html', label: 'HTML' },
  { field: 'text', label: 'Plain text' },
] as const

/** The template variables of an e-mail that are not columns of the data table. */
export const unsubscribeLink = ['unsubscribe_url']

/** Edits the message of an e-mail as HTML and as plain text. */
export function EmailBody({
  step,
  faults,
  onChange,
}: Pick<FieldsProps<EmailDraft>, 'step' | 'faults' | 'onChange'>) {
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
  return (
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
            onClick={() => onChange({ ...step, html: htmlOfText(step.text), text: '' })}
          >
            Turn plain text into HTML
          </Button>
        )}
        <Composer html={step.html} fault={faults.get('html')} onChange={setHtml} />
      </Tabs.Panel>
      <Tabs.Panel value="text">
        {step.html !== '' && step.text !== '' && (
          <Button variant="default" size="compact-sm" mb="xs" onClick={() => onChange({ ...step, text: '' })}>
            Make it from the HTML again
          </Button>
        )}
        <TemplateField
          label="Text"
          labelHidden
          rows={8}
          first
          given={unsubscribeLink}
          description={
            step.html === ''
              ? undefined
              : step.text === ''
                ? 'Mail programs that do not show HTML show the plain text. It follows the HTML version until you write it here.'
                : 'Mail programs that do not show HTML show this plain text. It does not follow the HTML version any longer.'
          }
          value={step.text}
          fault={faults.get('text')}
          onChange={(text) => onChange({ ...step, text })}
        />
      </Tabs.Panel>
    </Tabs>
  )
}

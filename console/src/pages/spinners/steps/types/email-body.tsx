import { Button, Tabs } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { createContext, memo, useCallback, useContext, useState } from 'react'
import type { EmailStep } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'
import { Composer } from '../composer/composer.tsx'
import { htmlOfText } from '../composer/mail-html.ts'
import { TemplateField } from '../fields/template-field.tsx'
import { type FieldFault, notLonger } from './field-faults.ts'

export interface EmailDraft
  extends Required<
    Pick<
      EmailStep,
      | 'type'
      | 'to'
      | 'subject'
      | 'text'
      | 'html'
      | 'attachments'
      | 'senders'
      | 'thread'
      | 'preheader'
      | 'addsSignature'
      | 'addsFooter'
    >
  > {}

export function bodyFaults({ text, html }: Pick<EmailDraft, 'text' | 'html'>): FieldFault[] {
  if (text === '' && html === '') return [['text', t('Write the message as text, as HTML or both')]]
  return [...notLonger('text', text, 100_000), ...notLonger('html', html, 100_000)]
}

/** The template variables of an e-mail that are not columns of the data table. */
export const unsubscribeLink = ['unsubscribe_url']

interface Body {
  readonly html: string
  readonly text: string
  readonly htmlFault: string | undefined
  readonly textFault: string | undefined
  readonly onChange: (change: Partial<EmailDraft>) => void
}

/** The message for the panels of the tabs, which then follow each key without drawing the tabs again. */
const BodyContext = createContext<Body | null>(null)

function useBody(): Body {
  const body = useContext(BodyContext)
  if (body === null) throw new Error('the panel is not within the body of an e-mail')
  return body
}

/** Edits the message of an e-mail as HTML and as plain text. */
export function EmailBody(body: Body) {
  const { html, text, htmlFault, textFault } = body
  return (
    <BodyContext value={body}>
      <BodyTabs
        hasHtml={html !== ''}
        hasText={text !== ''}
        isHtmlFaulty={html !== '' && htmlFault !== undefined}
        isTextFaulty={text !== '' && textFault !== undefined}
      />
    </BodyContext>
  )
}

const BodyTabs = memo(function BodyTabs({
  hasHtml,
  hasText,
  isHtmlFaulty,
  isTextFaulty,
}: {
  hasHtml: boolean
  hasText: boolean
  isHtmlFaulty: boolean
  isTextFaulty: boolean
}) {
  const [version, setVersion] = useState<string | null>(hasText && !hasHtml ? 'text' : 'html')
  const mark = (isFaulty: boolean) =>
    isFaulty ? (
      <CircleAlert size={14} color="var(--mantine-color-error)" aria-label={t('has an error')} />
    ) : undefined
  return (
    <Tabs value={version} onChange={setVersion} keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="html" rightSection={mark(isHtmlFaulty)}>
          {t('HTML')}
          {!hasHtml && t(' (empty)')}
        </Tabs.Tab>
        <Tabs.Tab value="text" rightSection={mark(isTextFaulty)}>
          {t('Plain text{value}', { value: hasText ? '' : hasHtml ? t(' (automatic)') : t(' (empty)') })}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="html">
        <HtmlPanel />
      </Tabs.Panel>
      <Tabs.Panel value="text">
        <TextPanel />
      </Tabs.Panel>
    </Tabs>
  )
})

function HtmlPanel() {
  const { html, text, htmlFault, onChange } = useBody()
  const setHtml = useCallback((changed: string) => onChange({ html: changed }), [onChange])
  return (
    <>
      {html === '' && text !== '' && (
        <Button
          variant="default"
          size="compact-sm"
          mb="xs"
          onClick={() => onChange({ html: htmlOfText(text), text: '' })}
        >
          {t('Turn plain text into HTML')}
        </Button>
      )}
      <Composer html={html} fault={htmlFault} onChange={setHtml} />
    </>
  )
}

function TextPanel() {
  const { html, text, textFault, onChange } = useBody()
  return (
    <>
      {html !== '' && text !== '' && (
        <Button variant="default" size="compact-sm" mb="xs" onClick={() => onChange({ text: '' })}>
          {t('Make it from the HTML again')}
        </Button>
      )}
      <TemplateField
        label={t('Text')}
        labelHidden
        rows={8}
        first
        given={unsubscribeLink}
        description={
          html === ''
            ? undefined
            : text === ''
              ? t(
                  'Mail programs that do not show HTML show the plain text. It follows the HTML version until you write it here.',
                )
              : t(
                  'Mail programs that do not show HTML show this plain text. It does not follow the HTML version any longer.',
                )
        }
        value={text}
        fault={textFault}
        onChange={(changed) => onChange({ text: changed })}
      />
    </>
  )
}

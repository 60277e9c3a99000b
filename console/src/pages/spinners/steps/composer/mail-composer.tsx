import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Code2, PenLine } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { t } from '../../../../languages/text.ts'
import { TemplateField } from '../fields/template-field.tsx'
import { ValueChips } from '../fields/value-chips.tsx'
import { convertedHtml, readHtml } from './read-html.ts'
import { RichEditor } from './rich-editor.tsx'

export interface ComposerProps {
  readonly html: string
  readonly fault: string | undefined
  readonly onChange: (html: string) => void
}

const given = ['unsubscribe_url']

/**
 * Edits the HTML of a message as recipients see it, or its source if the visual editor would change the HTML.
 */
export function MailComposer({ html, fault, onChange }: ComposerProps) {
  const [isSource, setSource] = useState(() => readHtml(html) === null)
  const isReadable = !isSource || readHtml(html) !== null
  const convert = (converted: string) => {
    onChange(converted)
    setSource(false)
  }
  return (
    <div>
      {isSource ? (
        <>
          {!isReadable && <SourceNote html={html} onConvert={convert} />}
          <TemplateField
            label="HTML"
            labelHidden
            rows={10}
            first
            monospace
            given={given}
            description={t('Inserted values are escaped, so they cannot break the HTML.')}
            value={html}
            fault={fault}
            onChange={onChange}
          />
        </>
      ) : (
        <>
          <RichEditor html={html} fault={fault} onChange={onChange} onUnreadable={() => setSource(true)} />
          <ValueChips template={html} label={t('Message')} onChange={onChange} />
        </>
      )}
      <Group justify="space-between" mt={6} gap="xs" wrap="nowrap" align="flex-start">
        <Text size="xs" c={fault === undefined || isSource ? 'dimmed' : 'var(--mantine-color-error)'}>
          {fault !== undefined && !isSource
            ? fault
            : t('Type {{ to insert a value of the recipient into the message.')}
        </Text>
        {isReadable && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            style={{ flex: 'none' }}
            leftSection={isSource ? <PenLine size={14} aria-hidden /> : <Code2 size={14} aria-hidden />}
            onClick={() => setSource(!isSource)}
          >
            {isSource ? t('Back to message editor') : t('Edit message as HTML')}
          </Button>
        )}
      </Group>
    </div>
  )
}

/** Says why a message is edited as HTML, and offers to convert it with the losses that this has. */
function SourceNote({ html, onConvert }: { html: string; onConvert: (html: string) => void }) {
  const settled = useDeferredValue(html)
  const { html: converted, losses } = useMemo(() => convertedHtml(settled), [settled])
  return (
    <Alert variant="default" mb="sm" title={t('This message is edited as HTML')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {t(
            'The message has parts that the editor cannot show. They stay exactly as they are. The editor could show the message without: {losses}.',
            { losses: losses.join(', ') },
          )}
        </Text>
        {readHtml(converted) !== null && converted !== '' && (
          <Button variant="default" size="compact-sm" onClick={() => onConvert(converted)}>
            {t('Convert without these parts')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

import { Stack, Tabs } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { EmailDraft } from './step-draft.ts'
import type { FieldsProps } from './step-fields.tsx'
import { TemplateField } from './template-field.tsx'
import { Variables } from './variables.tsx'

const versions = [
  { field: 'text', label: 'Text' },
  { field: 'html', label: 'HTML' },
] as const

export function EmailFields({ step, faults, columns, dataTableId, onChange }: FieldsProps<EmailDraft>) {
  const [version, setVersion] = useState<string | null>(
    step.text === '' && step.html !== '' ? 'html' : 'text',
  )
  const field = (name: 'to' | 'subject' | 'text' | 'html') => ({
    value: step[name],
    fault: faults.get(name),
    onChange: (value: string) => onChange({ ...step, [name]: value }),
  })
  return (
    <Stack gap="sm">
      <Variables columns={columns} given={['unsubscribe_url']} dataTableId={dataTableId} />
      <TemplateField label="To" {...field('to')} placeholder="{{ email }}" />
      <TemplateField label="Subject" {...field('subject')} />
      <Tabs value={version} onChange={setVersion} keepMounted={false}>
        <Tabs.List mb="sm">
          {versions.map(({ field: name, label }) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={
                step[name] !== '' && faults.has(name) ? (
                  <CircleAlert size={14} color="var(--mantine-color-error)" aria-label="has a fault" />
                ) : undefined
              }
            >
              {label}
              {step[name] === '' && ' (none)'}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="text">
          <TemplateField label="Text" labelHidden rows={6} first {...field('text')} />
        </Tabs.Panel>
        <Tabs.Panel value="html">
          <TemplateField
            label="HTML"
            labelHidden
            rows={6}
            first
            monospace
            description="Values are escaped. Mail programs that show no HTML take the text."
            {...field('html')}
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

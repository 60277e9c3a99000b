import { ActionIcon, Box, Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { type HeaderDraft, newKey, type WebhookDraft } from './step-draft.ts'
import type { FieldsProps } from './step-fields.tsx'
import { TemplateField } from './template-field.tsx'
import { Variables } from './variables.tsx'

const methods = ['POST', 'PUT', 'PATCH'] as const

export function WebhookFields({ step, faults, columns, dataTableId, onChange }: FieldsProps<WebhookDraft>) {
  const setHeaders = (headers: readonly HeaderDraft[]) => onChange({ ...step, headers })
  const setHeader = (key: string, change: Partial<HeaderDraft>) =>
    setHeaders(step.headers.map((header) => (header.key === key ? { ...header, ...change } : header)))
  return (
    <Stack gap="sm">
      <Variables columns={columns} dataTableId={dataTableId} />
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <NativeSelect
          label="Method"
          w={96}
          data={methods}
          value={step.method ?? 'POST'}
          onChange={(event) => {
            const method = methods.find((one) => one === event.currentTarget.value)
            if (method !== undefined) onChange({ ...step, method })
          }}
        />
        <Box flex={1}>
          <TemplateField
            label="URL"
            filter="url_encode"
            value={step.url}
            fault={faults.get('url')}
            placeholder="https://example.com/hook"
            onChange={(url) => onChange({ ...step, url })}
          />
        </Box>
      </Group>
      <Fieldset
        variant="unstyled"
        legend={
          <Text size="sm" fw={500}>
            Headers
          </Text>
        }
      >
        <Stack gap="xs" mt={4}>
          {step.headers.map(({ key, name, value }, index) => (
            <Group key={key} gap="xs" align="flex-start" wrap="nowrap">
              <TextInput
                flex={1}
                aria-label={`Name of header ${index + 1}`}
                placeholder="X-Source"
                value={name}
                error={faults.get(`headers/${name}`)}
                onChange={(event) => setHeader(key, { name: event.currentTarget.value })}
              />
              <Box flex={1}>
                <TemplateField
                  label={`Value of header ${index + 1}`}
                  labelHidden
                  placeholder="spindle"
                  value={value}
                  onChange={(changed) => setHeader(key, { value: changed })}
                />
              </Box>
              <ActionIcon
                size="lg"
                variant="subtle"
                color="gray"
                aria-label={`Remove header ${index + 1}`}
                onClick={() => setHeaders(step.headers.filter((header) => header.key !== key))}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {step.headers.length < 20 && (
            <Button
              size="compact-sm"
              variant="subtle"
              w="fit-content"
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() => setHeaders([...step.headers, { key: newKey(), name: '', value: '' }])}
            >
              Add a header
            </Button>
          )}
        </Stack>
      </Fieldset>
      <TemplateField
        label="Body"
        rows={6}
        first
        monospace
        filter="json"
        description="JSON. Values that you insert are quoted by “json”."
        value={step.body}
        fault={faults.get('body')}
        onChange={(body) => onChange({ ...step, body })}
      />
    </Stack>
  )
}

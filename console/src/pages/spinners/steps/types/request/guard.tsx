import { Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import { ShieldQuestion } from 'lucide-react'
import type { GuardPreview, GuardStep } from '../../../../../api/schema.ts'
import { rich } from '../../../../../languages/rich.ts'
import { t } from '../../../../../languages/text.ts'
import { TemplateField } from '../../fields/template-field.tsx'
import { Variables } from '../../fields/variables.tsx'
import { notLonger } from '../field-faults.ts'
import type { FieldsProps, StepTypeOf } from '../step-type.ts'
import {
  copiedHeaders,
  type HeaderDraft,
  HeaderFields,
  headerFaults,
  headersFrom,
  headersOf,
} from './header-fields.tsx'
import { PreviewedRequest } from './previewed-request.tsx'
import { urlFaults } from './url-faults.ts'

interface GuardDraft extends Pick<GuardStep, 'type' | 'url' | 'timeoutSeconds' | 'onTimeout'> {
  readonly headers: readonly HeaderDraft[]
  /** The body of the guard's request as a template; empty for the default body. */
  readonly body: string
}

export const guardStep: StepTypeOf<GuardStep, GuardDraft, GuardPreview | null> = {
  label: t('Guard'),
  does: t('Asks a URL of yours whether the record continues.'),
  icon: ShieldQuestion,
  color: 'red',
  sends: false,
  canBeTested: false,
  branching: null,
  compares: false,
  labels: {
    url: 'URL',
    headers: t('Headers'),
    body: t('Body'),
    timeoutSeconds: t('Time-out'),
    onTimeout: t('When the time-out is reached'),
  },
  entryLabels: { headers: t('Header') },
  blank: () => ({ type: 'guard', url: '', headers: [], body: '', onTimeout: 'skip' }),
  draftOf: ({ headers = {}, body = '', ...step }) => ({ ...step, headers: headersFrom(headers), body }),
  stepOf: ({ type, url, headers, body, timeoutSeconds, onTimeout }) => {
    const sent = headersOf(headers)
    return {
      type,
      url,
      ...(sent === null ? {} : { headers: sent }),
      ...(body === '' ? {} : { body }),
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
      onTimeout,
    }
  },
  copyOf: (draft) => ({ ...draft, headers: copiedHeaders(draft.headers) }),
  faultsOf: ({ url, headers, body, timeoutSeconds = 10 }) => [
    ...urlFaults(url),
    ...headerFaults(headers),
    ...notLonger('body', body, 100_000),
    ...(Number.isInteger(timeoutSeconds) && timeoutSeconds >= 1 && timeoutSeconds <= 30
      ? []
      : [['timeoutSeconds', t('Set a time-out from 1 to 30 seconds')] as const]),
  ],
  summaryOf: ({ url, onTimeout }) =>
    onTimeout === 'continue'
      ? url === ''
        ? t('Continue unless a URL (not set yet) refuses')
        : t('Continue unless {url} refuses', { url })
      : url === ''
        ? t('Continue only if a URL (not set yet) agrees')
        : t('Continue only if {url} agrees', { url }),
  Fields,
  Previewed: ({ step, message }) =>
    message === null ? null : <PreviewedRequest step={step} message={message} />,
}

function Fields({ step, faults, columns, dataTableId, onChange }: FieldsProps<GuardDraft>) {
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {rich(
          'The guard sends a signed POST to this URL. If the answer is 2xx, the record continues, unless the body is <code2>{code}</code2>, which ends it as skipped.',
          { code: '{"continue": false, "reason": "…"}', code2: <code /> },
        )}
      </Text>
      <Variables columns={columns} dataTableId={dataTableId} />
      <TemplateField
        label="URL"
        filter="url_encode"
        value={step.url}
        fault={faults.get('url')}
        placeholder="https://example.com/may-continue"
        onChange={(url) => onChange({ ...step, url })}
      />
      <HeaderFields
        headers={step.headers}
        faults={faults}
        onChange={(headers) => onChange({ ...step, headers })}
      />
      <TemplateField
        label={t('Body')}
        rows={3}
        first
        monospace
        filter="json"
        description={t(
          'The body of the request is JSON. If it is empty, Spindle sends the ids of the job and of the record.',
        )}
        value={step.body}
        fault={faults.get('body')}
        onChange={(body) => onChange({ ...step, body })}
      />
      <Group gap="xs" align="flex-start">
        <NumberInput
          label={t('Time-out')}
          description={t('Seconds to wait for the guard’s answer. Default: 10.')}
          w={200}
          min={1}
          max={30}
          allowDecimal={false}
          value={step.timeoutSeconds ?? ''}
          error={faults.get('timeoutSeconds')}
          onChange={(value) => {
            const { timeoutSeconds: _, ...rest } = step
            onChange(value === '' ? rest : { ...rest, timeoutSeconds: Number(value) })
          }}
        />
        <NativeSelect
          label={t('When the guard’s time-out is reached')}
          description={t('Spindle does not repeat the guard’s request.')}
          data={[
            { value: 'skip', label: t('end as skipped') },
            { value: 'continue', label: t('continue') },
          ]}
          value={step.onTimeout}
          onChange={(event) =>
            onChange({ ...step, onTimeout: event.currentTarget.value === 'continue' ? 'continue' : 'skip' })
          }
        />
      </Group>
    </Stack>
  )
}

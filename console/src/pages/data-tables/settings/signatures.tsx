import { Collapse, PasswordInput, Radio, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { type SignaturePreset, useChangeDataTable } from '../../../api/table/data-tables.ts'
import { unlessChanged } from '../../../components/settings/unless-changed.ts'
import { useSeenRevision } from '../../../components/settings/use-seen-revision.ts'
import { t } from '../../../languages/text.ts'
import { Setting } from './setting.tsx'

/** Labels of the signature presets, and the name of the secret in each source's own words. */
const presets: Readonly<Record<SignaturePreset, readonly [label: string, secret: string]>> = {
  hubspotV3: [t('HubSpot'), t('Client secret of the HubSpot app')],
  typeform: [t('Typeform'), t('Secret of the Typeform webhook')],
  tally: [t('Tally'), t('Signing secret')],
  webflow: [t('Webflow'), t('Secret key of the Webflow webhook')],
  stripe: [t('Stripe'), t('Signing secret')],
  shopify: [t('Shopify'), t('Client secret or webhook key of Shopify')],
  meta: ['Meta', t('App secret')],
  github: [t('GitHub'), t('Secret of the GitHub webhook')],
  close: [t('Close'), t('Signature key')],
  attio: [t('Attio'), t('Secret of the Attio webhook')],
  intercom: [t('Intercom'), t('Client secret')],
  segment: [t('Segment'), t('Shared secret')],
  calendly: [t('Calendly'), t('Signing key of the Calendly webhook')],
  slack: [t('Slack'), t('Signing secret of the Slack app')],
  zoom: [t('Zoom'), t('Secret token of the Zoom app')],
  woocommerce: [t('WooCommerce'), t('Secret of the WooCommerce webhook')],
  mailchimp: [t('Mailchimp'), t('Secret that you add to the webhook URL, as ?secret=…')],
  standardWebhooks: [t('Standard Webhooks'), t('Secret, whsec_…')],
  svix: [t('Svix'), t('Secret, whsec_…')],
  token: [t('Secret token in a header'), t('The token')],
  basic: [t('User name and password (Basic)'), 'user:password'],
}

const labels = Object.entries(presets).map(([value, [label]]) => ({ value, label }))

interface Draft {
  readonly preset: SignaturePreset | null
  readonly onBadSignature: DataTable['onBadSignature']
}

/** Settings for signed deliveries. The secret can be set but never read. */
export function Signatures({ table }: { table: DataTable }) {
  const change = useChangeDataTable(table.id)
  const saved: Draft = { preset: table.signature?.preset ?? null, onBadSignature: table.onBadSignature }
  const [chosen, setChosen] = useState<Partial<Draft>>({})
  const [secret, setSecret] = useState('')
  const revision = useSeenRevision(table, {
    value: saved,
    isEdited: Object.keys(chosen).length > 0 || secret !== '',
    answer: change.data,
  })
  const draft: Draft = { ...saved, ...chosen }
  const { preset, onBadSignature } = draft
  const needsSecret = preset !== null && preset !== saved.preset
  const isShort = secret !== '' && secret.length < 8
  const isChanged =
    preset !== saved.preset || onBadSignature !== saved.onBadSignature || (preset !== null && secret !== '')
  const save = (seen: number | null) => {
    const signature =
      preset === null ? { signature: null } : secret === '' ? {} : { signature: { preset, secret } }
    change.mutate(
      { changes: { onBadSignature, ...signature }, revision: seen },
      {
        onSuccess: () => {
          setChosen(unlessChanged(chosen, {}))
          setSecret(unlessChanged(secret, ''))
        },
      },
    )
  }
  return (
    <Setting
      title={t('Signatures')}
      description={t(
        'By default the webhook URL is enough to add records. If a source signs its requests, you can also require a valid signature. Zoho, Jotform, Mailchimp and Salesforce do not sign.',
      )}
      verb={t('Save signature')}
      isChanged={isChanged && !(needsSecret && secret === '') && !isShort}
      isPending={change.isPending}
      isSaved={change.isSuccess}
      error={change.error}
      revision={revision}
      onSave={save}
    >
      <Select
        label={t('Source that signs')}
        placeholder={t('No signature required')}
        data={labels}
        value={preset}
        onChange={(value) => {
          setChosen({ ...chosen, preset: value as SignaturePreset | null })
          setSecret('')
        }}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Require no signature') }}
        maw={420}
      />
      <Collapse expanded={preset !== null}>
        {preset !== null && (
          <SignatureFields
            preset={preset}
            isNew={needsSecret}
            secret={secret}
            isShort={isShort}
            onBadSignature={onBadSignature}
            onSecret={setSecret}
            onChange={(value) => setChosen({ ...chosen, onBadSignature: value })}
          />
        )}
      </Collapse>
    </Setting>
  )
}

/** Edits the secret of the signatures, and what happens to deliveries without a valid signature. */
function SignatureFields({
  preset,
  isNew,
  secret,
  isShort,
  onBadSignature,
  onSecret,
  onChange,
}: {
  preset: SignaturePreset
  /** Whether no secret is stored for the chosen signature preset yet, so that the user has to enter one. */
  isNew: boolean
  secret: string
  isShort: boolean
  onBadSignature: Draft['onBadSignature']
  onSecret: (secret: string) => void
  onChange: (onBadSignature: Draft['onBadSignature']) => void
}) {
  return (
    <Stack gap="md">
      <PasswordInput
        label={presets[preset][1]}
        description={
          isNew
            ? t('Spindle stores the secret encrypted and does not show it again.')
            : t('A secret for signatures is set. Type another secret to replace it.')
        }
        placeholder={isNew ? '' : '••••••••••••'}
        value={secret}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => onSecret(event.currentTarget.value)}
        error={isShort && t('The secret needs at least 8 characters')}
        maw={420}
      />
      <Radio.Group value={onBadSignature} onChange={onChange} label={t('Arrivals without a valid signature')}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="refuse"
            label={t('Refuse the arrival')}
            description={t(
              'Spindle adds no record from the arrival and answers the source with the error 401.',
            )}
          />
          <Radio
            value="hold"
            label={t('Hold the arrival')}
            description={t(
              'The arrival is held as unverified until you admit or discard it. Use this option while you change a secret.',
            )}
          />
        </Stack>
      </Radio.Group>
    </Stack>
  )
}

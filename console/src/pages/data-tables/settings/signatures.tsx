import { Collapse, PasswordInput, Radio, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { type SignaturePreset, useChangeDataTable } from '../../../api/table/data-tables.ts'
import { unlessChanged } from '../../../components/settings/unless-changed.ts'
import { useSeenRevision } from '../../../components/settings/use-seen-revision.ts'
import { Setting } from './setting.tsx'

/** Labels of the signature presets, and the name of the secret in each source's own words. */
const presets: Readonly<Record<SignaturePreset, readonly [label: string, secret: string]>> = {
  hubspotV3: ['HubSpot', 'Client secret of the HubSpot app'],
  typeform: ['Typeform', 'Secret of the Typeform webhook'],
  tally: ['Tally', 'Signing secret'],
  webflow: ['Webflow', 'Secret key of the Webflow webhook'],
  stripe: ['Stripe', 'Signing secret'],
  shopify: ['Shopify', 'Client secret or webhook key of Shopify'],
  meta: ['Meta', 'App secret'],
  github: ['GitHub', 'Secret of the GitHub webhook'],
  close: ['Close', 'Signature key'],
  attio: ['Attio', 'Secret of the Attio webhook'],
  intercom: ['Intercom', 'Client secret'],
  segment: ['Segment', 'Shared secret'],
  calendly: ['Calendly', 'Signing key of the Calendly webhook'],
  slack: ['Slack', 'Signing secret of the Slack app'],
  zoom: ['Zoom', 'Secret token of the Zoom app'],
  woocommerce: ['WooCommerce', 'Secret of the WooCommerce webhook'],
  mailchimp: ['Mailchimp', 'Secret that you add to the webhook URL, as ?secret=…'],
  standardWebhooks: ['Standard Webhooks', 'Secret, whsec_…'],
  svix: ['Svix', 'Secret, whsec_…'],
  token: ['Secret token in a header', 'The token'],
  basic: ['User name and password (Basic)', 'user:password'],
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
      title="Signatures"
      description="By default the webhook URL is enough to add records. If a source signs its requests, you can also require a valid signature. Zoho, Jotform, Mailchimp and Salesforce do not sign."
      verb="Save signature"
      isChanged={isChanged && !(needsSecret && secret === '') && !isShort}
      isPending={change.isPending}
      isSaved={change.isSuccess}
      error={change.error}
      revision={revision}
      onSave={save}
    >
      <Select
        label="Source that signs"
        placeholder="No signature required"
        data={labels}
        value={preset}
        onChange={(value) => {
          setChosen({ ...chosen, preset: value as SignaturePreset | null })
          setSecret('')
        }}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Require no signature' }}
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
            ? 'Spindle stores the secret encrypted and does not show it again.'
            : 'A secret for signatures is set. Type another secret to replace it.'
        }
        placeholder={isNew ? '' : '••••••••••••'}
        value={secret}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => onSecret(event.currentTarget.value)}
        error={isShort && 'The secret needs at least 8 characters'}
        maw={420}
      />
      <Radio.Group value={onBadSignature} onChange={onChange} label="Arrivals without a valid signature">
        <Stack gap="sm" mt="xs">
          <Radio
            value="refuse"
            label="Refuse the arrival"
            description="Spindle adds no record from the arrival and answers the source with the error 401."
          />
          <Radio
            value="hold"
            label="Hold the arrival"
            description="The arrival is held as unverified until you admit or discard it. Use this option while you change a secret."
          />
        </Stack>
      </Radio.Group>
    </Stack>
  )
}

import { NumberInput, Select, SimpleGrid } from '@mantine/core'

/** Fields for the encryption and the port of a mail server. Another encryption sets its usual port. */
export function ServerPortFields<Encryption extends string>({
  labels,
  modes,
  tls,
  port,
  onChange,
}: {
  labels: { readonly tls: string; readonly port: string }
  /** The encryptions that can be chosen, with their usual ports. */
  modes: readonly { readonly value: Encryption; readonly label: string; readonly port: number }[]
  tls: Encryption
  port: number
  onChange: (server: { tls: Encryption; port: number }) => void
}) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label={labels.tls}
        data={modes.map(({ value, label }) => ({ value, label }))}
        allowDeselect={false}
        value={tls}
        onChange={(chosen) => {
          const mode = modes.find(({ value }) => value === chosen)
          if (mode !== undefined) onChange({ tls: mode.value, port: mode.port })
        }}
      />
      <NumberInput
        label={labels.port}
        min={1}
        max={65_535}
        allowDecimal={false}
        value={port}
        onChange={(value) => onChange({ tls, port: Number(value) || port })}
      />
    </SimpleGrid>
  )
}

import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sendersQuery } from '../../../../api/sender/senders.ts'

/** By which senders an e-mail goes; none is the default. */
export function SenderChoice({
  senders,
  fault,
  onChange,
}: {
  senders: readonly string[]
  fault: string | undefined
  onChange: (senders: string[]) => void
}) {
  const query = useQuery(sendersQuery)
  const known = query.data?.items ?? []
  // One that was disconnected is shown, so that it can be taken out.
  const gone =
    query.data === undefined ? [] : senders.filter((id) => known.every((sender) => sender.id !== id))
  if (known.length === 0 && senders.length === 0) return null
  return (
    <MultiSelect
      label="Senders"
      description="Several take turns by what each has left of its day; a person stays with the one that wrote first."
      placeholder={senders.length === 0 ? 'The default sender' : undefined}
      data={[
        ...known.map(({ id, name, readableAddress }) => ({
          value: id,
          label: `${name} <${readableAddress}>`,
        })),
        ...gone.map((id) => ({ value: id, label: 'A sender that is gone' })),
      ]}
      maxValues={20}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Choose no sender' }}
      error={fault}
      value={[...senders]}
      onChange={onChange}
    />
  )
}

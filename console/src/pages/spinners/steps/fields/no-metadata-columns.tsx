import { Text } from '@mantine/core'
import { AnchorLink } from '../../../../components/links.tsx'
import { rich } from '../../../../languages/rich.ts'

/** Says that the data table has no column that is visible to spinners, and links to the setting. */
export function NoMetadataColumns({ dataTableId }: { dataTableId: string }) {
  return (
    <Text size="sm" c="dimmed">
      {rich(
        'No column of the data table is visible to spinners, so steps cannot use any. <link>Choose the columns visible to spinners</link>.',
        {
          link: (
            <AnchorLink
              inherit
              underline="always"
              to="/data-tables/$dataTableId"
              params={{ dataTableId }}
              search={{ tab: 'settings' }}
            />
          ),
        },
      )}
    </Text>
  )
}

import { Button, type ButtonProps, FileButton } from '@mantine/core'
import type { UploadedFile } from '../../api/schema.ts'
import type { useUploadFile } from '../../api/sender/files.ts'

/** A button that uploads a file for messages. It shows that the upload is pending. */
export function UploadButton({
  upload,
  onUploaded,
  accept,
  ...props
}: ButtonProps & {
  upload: ReturnType<typeof useUploadFile>
  onUploaded: (file: UploadedFile) => void
  /** The file types that can be chosen; all types if undefined. */
  accept?: string
}) {
  return (
    <FileButton
      {...(accept !== undefined && { accept })}
      onChange={(file) => {
        if (file !== null) upload.mutate(file, { onSuccess: onUploaded })
      }}
    >
      {({ onClick }) => <Button {...props} variant="default" loading={upload.isPending} onClick={onClick} />}
    </FileButton>
  )
}

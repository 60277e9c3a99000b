/**
 * Returns a port or store of the kernel, which has only the methods that the use cases of the kernel call. Reading
 * another method throws, because its tests belong to a world on PostgreSQL.
 */
export function partOf<Whole extends object>(methods: Partial<Whole>): Whole {
  return new Proxy(methods, {
    get: (present, name) => {
      // Promises read `then`, and the container reads symbols, without a call.
      if (name in present || name === 'then' || typeof name === 'symbol') return Reflect.get(present, name)
      throw outsideKernel(name)
    },
  }) as Whole
}

export function outsideKernel(name: string): Error {
  return new Error(`The kernel in memory has no ${name}. Test this with createWorld() on PostgreSQL`)
}

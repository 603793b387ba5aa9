// The error of a spec that cannot be used. Its message starts with file and line, as compilers'
// messages do, so that editors can jump there.

/** A place in a spec file. Lines count from 1. */
export interface Place {
  readonly file: string
  readonly line: number
}

/** A fault in a spec, with the place where it stands. */
export class SpecError extends Error {
  override readonly name = 'SpecError'
  readonly place: Place

  constructor(place: Place, fault: string) {
    super(`${place.file}:${place.line}: ${fault}`)
    this.place = place
  }
}

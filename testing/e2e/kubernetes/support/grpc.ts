import { connect } from 'node:http2'

/** Numbers of the gRPC statuses that occur in the tests. */
export const STATUS = { ok: 0, notFound: 5, permissionDenied: 7, unauthenticated: 16 }

type Endpoint = { address: string; serverName: string; ca: string }

/** Calls a unary method with a serialized message and returns the status. */
export function call(
  endpoint: Endpoint,
  method: string,
  token: string | undefined,
  message: Uint8Array = new Uint8Array(),
): Promise<number> {
  return new Promise((resolve, reject) => {
    const session = connect(`https://${endpoint.address}`, {
      ca: endpoint.ca,
      servername: endpoint.serverName,
    })
    session.once('error', reject)
    const request = session.request({
      ':method': 'POST',
      ':path': `/clipmeter.v1.${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    })
    // A status without a message arrives with the headers, any other at the end.
    const done = (headers: Record<string, unknown>) => {
      const status = headers['grpc-status']
      if (status === undefined) return
      session.close()
      resolve(Number(status))
    }
    request.on('response', done).on('trailers', done).once('error', reject).resume()
    const frame = Buffer.alloc(5)
    frame.writeUInt32BE(message.length, 1)
    request.end(Buffer.concat([frame, message]))
  })
}

/** Serializes a message whose first field is this text, such as a run ID. */
export function textMessage(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x0a, bytes.length]), bytes])
}

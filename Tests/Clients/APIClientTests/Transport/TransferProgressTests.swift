import APIClient
import Testing

struct TransferProgressTests {
    @Test(
        "the fraction is from 0 to 1, or unknown",
        arguments: [
            (0, 4, 0), (1, 4, 0.25), (4, 4, 1), (5, 4, 1), (1, nil, nil), (0, 0, nil), (1, 1, 1),
        ] as [(Int64, Int64?, Double?)])
    func fraction(_ bytes: Int64, _ expected: Int64?, _ fraction: Double?) {
        #expect(TransferProgress(bytes: bytes, expected: expected).fraction == fraction)
    }
}
